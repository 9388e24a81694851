import 'reflect-metadata';
import { exitOnSignals } from '../../harness/child-processes.js';
import { describeMachine } from '../../harness/describe-machine.js';
import { amount, readFlags, text, texts, whole } from '../../harness/read-flags.js';
import { howToRepeat } from '../report/how-to-repeat.js';
import { writeReport } from '../report/write-report.js';
import { startServers } from '../world/servers.js';
import { runRaces } from './run-races.js';
import { summarise } from './summarise.js';

exitOnSignals();

const options = readFlags(
  {
    command: 'npm run chaos:races',
    does: 'Sends many POSTs at once for one key, and for the last credits of a wallet.',
  },
  {
    rounds: whole('for keys and credits', 1_000),
    posts: whole('at once in each round', 200, { most: 10_000 }),
    minutes: amount('no round starts later than this', 600),
    seed: text('of everything random', '1'),
    apis: whole('API processes', 2, { most: 50 }),
    workers: whole('worker processes', 1, { most: 50 }),
    note: texts('included in the report'),
  },
);

const servers = await startServers();
const machine = await describeMachine(servers.postgres.url);
const startedAt = performance.now();
const { rounds, posts, seed, apis, workers } = options;
let sound = false;
try {
  const report = await runRaces(servers, {
    ...{ rounds, posts, seed, apis, workers },
    seconds: options.minutes * 60,
    say: console.log,
  });
  // A run without a round proves nothing.
  sound = report.findings.length === 0 && report.rounds.length > 0;
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  const what = `Seed ${seed}, ${posts} POSTs at once, ${apis} APIs, ${workers} workers, ${minutes} minutes.`;
  console.log(`\n${writeReport('races', summarise(report), machine, [...options.note, what])}`);
  for (const { kind, what: found } of report.findings.slice(0, 100))
    console.error(`BROKEN ${kind}: ${found}`);
} finally {
  await servers.close(!sound);
  if (!sound) {
    console.error(howToRepeat('npm run chaos:races'));
    console.error(`Logs: ${servers.logs}`);
  }
}
process.exit(sound ? 0 : 1);
