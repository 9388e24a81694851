import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { exitOnSignals } from '../../harness/children.js';
import { describeMachine } from '../../harness/machine.js';
import { writeReport } from '../report/write-report.js';
import { clocksCanJump } from '../world/false-clock.js';
import { startServers } from '../world/servers.js';
import { allFaults } from './faults/index.js';
import { runSoak } from './run-soak.js';
import { summarise } from './summarise.js';

exitOnSignals();

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '15' },
    seed: { type: 'string', default: '1' },
    apis: { type: 'string', default: '2' },
    workers: { type: 'string', default: '2' },
    rate: { type: 'string', default: '10' },
    hands: { type: 'string', default: '2' },
    /** Only the kinds whose names contain this, including the long ones. */
    only: { type: 'string' },
    baseline: { type: 'boolean', default: false },
    /** With --baseline: drops the index that lets only one call of a check through. */
    unguarded: { type: 'boolean', default: false },
    note: { type: 'string', multiple: true, default: [] },
  },
});

if (options.unguarded && !options.baseline) {
  console.error('--unguarded needs --baseline: the service itself is never run without its index.');
  process.exit(2);
}

/** Small enough to be filled in an instant, large enough for hours of requests. */
const DISK_MEBIBYTES = 3_000;

const servers = await startServers({ diskMebibytes: DISK_MEBIBYTES });
const machine = await describeMachine(servers.postgres.url);
const faults = allFaults({ clocks: clocksCanJump(), smallDisk: servers.disk !== undefined })
  .filter(({ kind, long }) => (options.only === undefined ? long !== true : kind.includes(options.only)))
  .filter(({ notForBaseline }) => !(options.baseline && notForBaseline === true));
let sound = false;
try {
  const report = await runSoak(servers, {
    faults,
    seconds: Number(options.minutes) * 60,
    seed: options.seed,
    apis: Number(options.apis),
    workers: Number(options.workers),
    rate: Number(options.rate),
    hands: Number(options.hands),
    baseline: options.baseline,
    unguarded: options.unguarded,
    say: console.log,
  });
  sound = report.findings.length === 0;
  const what = `${options.minutes} minutes of faults, seed ${options.seed}, ${options.apis} APIs, ${options.workers} workers`;
  const skipped = [
    ...(clocksCanJump() ? [] : ['No clock jumped: libfaketime is not installed.']),
    ...(servers.disk === undefined ? ['No disk was full: none could be mounted.'] : []),
  ];
  const name = options.baseline ? 'soak-baseline' : 'soak';
  const notes = [
    `${what}${options.baseline ? ', the plain implementation' : ''}${options.unguarded ? ' without the index' : ''}.`,
    ...skipped,
    ...options.note,
  ];
  console.log(`\n${writeReport(name, summarise(report), machine, notes)}`);
  for (const { kind, what: found } of report.findings.slice(0, 100))
    console.error(`BROKEN ${kind}: ${found}`);
} finally {
  const keepLogs = !sound && !options.baseline;
  await servers.close(keepLogs);
  if (keepLogs) {
    const only = options.only === undefined ? '' : ` --only '${options.only}'`;
    console.error(`Repeat: npm run chaos:soak -- --minutes ${options.minutes} --seed ${options.seed}${only}`);
    console.error(`Logs: ${servers.logs}`);
  }
}
process.exit(sound || options.baseline ? 0 : 1);
