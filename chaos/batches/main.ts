import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { exitOnSignals } from '../../harness/children.js';
import { describeMachine } from '../../harness/machine.js';
import { IDENTITIES } from '../../harness/synthetic-identity.js';
import { writeReport } from '../report/write-report.js';
import { startServers } from '../world/servers.js';
import { runBatches } from './run-batches.js';
import { summarise } from './summarise.js';

exitOnSignals();

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    apis: { type: 'string', default: '2' },
    workers: { type: 'string', default: '2' },
    /** How long the other client is measured alone, and again next to the batches before anything is killed. */
    seconds: { type: 'string', default: '60' },
    /** The run is abandoned after this time. */
    minutes: { type: 'string', default: '90' },
  },
});

if (Number(options.rows) > IDENTITIES) {
  console.error(`--rows must be at most ${IDENTITIES}: there are no more synthetic identity numbers.`);
  process.exit(2);
}

const servers = await startServers();
const machine = await describeMachine(servers.postgres.url);
let sound = false;
try {
  const report = await runBatches(servers, {
    rows: Number(options.rows),
    seed: options.seed,
    apis: Number(options.apis),
    workers: Number(options.workers),
    watchedSeconds: Number(options.seconds),
    withinMinutes: Number(options.minutes),
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
    console.error(`Repeat: npm run chaos:batches -- --rows ${options.rows} --seed ${options.seed}`);
    console.error(`Logs: ${servers.logs}`);
  }
}
process.exit(sound ? 0 : 1);
