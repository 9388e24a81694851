import 'reflect-metadata';
import { exitOnSignals } from '../../harness/child-processes.js';
import { describeMachine } from '../../harness/describe-machine.js';
import { amount, readFlags, text, whole } from '../../harness/read-flags.js';
import { IDENTITIES } from '../../harness/synthetic-identity.js';
import { howToRepeat } from '../report/how-to-repeat.js';
import { writeReport } from '../report/write-report.js';
import { startServers } from '../world/servers.js';
import { runBatches } from './run-batches.js';
import { summarise } from './summarise.js';

exitOnSignals();

const options = readFlags(
  { command: 'npm run chaos:batches', does: 'Processes batches while processes are killed at random.' },
  {
    // There are no more synthetic identity numbers.
    rows: whole('in all', 100_000, { most: IDENTITIES }),
    seed: text('of everything random', '1'),
    apis: whole('API processes', 2, { most: 50 }),
    workers: whole('worker processes', 2, { most: 50 }),
    seconds: amount('the other client is measured alone, and as long next to the batches before kills', 60),
    minutes: amount('the run is abandoned after this time', 90),
  },
);

const servers = await startServers();
const machine = await describeMachine(servers.postgres.url);
let sound = false;
try {
  const report = await runBatches(servers, {
    rows: options.rows,
    seed: options.seed,
    apis: options.apis,
    workers: options.workers,
    watchedSeconds: options.seconds,
    withinMinutes: options.minutes,
    say: console.log,
  });
  sound = report.findings.length === 0;
  const what = `${options.rows} rows, seed ${options.seed}, ${options.apis} APIs, ${options.workers} workers.`;
  console.log(`\n${writeReport('batches', summarise(report), machine, [what])}`);
  for (const { kind, what: found } of report.findings.slice(0, 100))
    console.error(`BROKEN ${kind}: ${found}`);
} finally {
  await servers.close(!sound);
  if (!sound) {
    console.error(howToRepeat('npm run chaos:batches'));
    console.error(`Logs: ${servers.logs}`);
  }
}
process.exit(sound ? 0 : 1);
