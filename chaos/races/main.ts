import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { exitOnSignals } from '../../harness/children.js';
import { describeMachine } from '../../harness/machine.js';
import { writeReport } from '../report/write-report.js';
import { startServers } from '../world/servers.js';
import { runRaces } from './run-races.js';
import { summarise } from './summarise.js';

exitOnSignals();

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1000' },
    /** Concurrent posts in each round. */
    posts: { type: 'string', default: '200' },
    /** No round starts after this many minutes. */
    minutes: { type: 'string', default: '600' },
    seed: { type: 'string', default: '1' },
    apis: { type: 'string', default: '2' },
    workers: { type: 'string', default: '1' },
    note: { type: 'string', multiple: true, default: [] },
  },
});

const servers = await startServers();
const machine = await describeMachine(servers.postgres.url);
const startedAt = performance.now();
const { rounds, posts, seed, apis, workers } = options;
let sound = false;
try {
  const report = await runRaces(servers, {
    rounds: Number(rounds),
    posts: Number(posts),
    seconds: Number(options.minutes) * 60,
    seed,
    apis: Number(apis),
    workers: Number(workers),
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
    const numbers = `--rounds ${rounds} --posts ${posts} --apis ${apis} --workers ${workers}`;
    console.error(`Repeat: npm run chaos:races -- ${numbers} --seed ${seed}`);
    console.error(`Logs: ${servers.logs}`);
  }
}
process.exit(sound ? 0 : 1);
