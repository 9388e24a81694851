import 'reflect-metadata';
import { exitOnSignals } from '../../harness/child-processes.js';
import { describeMachine } from '../../harness/describe-machine.js';
import { amount, on, readFlags, refuse, text, texts, whole } from '../../harness/read-flags.js';
import { howToRepeat } from '../report/how-to-repeat.js';
import { writeReport } from '../report/write-report.js';
import { clocksCanJump } from '../world/false-clock.js';
import { startServers } from '../world/servers.js';
import { allFaults } from './faults/index.js';
import { runSoak } from './run-soak.js';
import { summarise } from './summarise.js';

exitOnSignals();

const TOOL = {
  command: 'npm run chaos:soak',
  does: 'Injects faults of everything the service depends on, under load.',
};
const FLAGS = {
  minutes: amount('of faults', 15),
  seed: text('of everything random', '1'),
  apis: whole('API processes', 2, { most: 50 }),
  workers: whole('worker processes', 2, { most: 50 }),
  rate: amount('requests per second', 10),
  hands: whole('faults at once', 2, { most: 50 }),
  only: text('only the faults whose names contain this, including the long ones', undefined),
  baseline: on('runs the plain implementation instead of the service'),
  unguarded: on('with --baseline: drops the index that lets only one call of a check through'),
  note: texts('included in the report'),
};
const options = readFlags(TOOL, FLAGS);

if (options.unguarded && !options.baseline) {
  refuse(TOOL, FLAGS, ['--unguarded needs --baseline: the service itself is never run without its index.']);
}

const KINDS = allFaults({ clocks: true, smallDisk: true }).map(({ kind }) => kind);
if (options.only !== undefined && !KINDS.some((kind) => kind.includes(options.only ?? ''))) {
  // Without a fault, everything would hold.
  refuse(TOOL, FLAGS, [`--only must be part of one of these names: ${KINDS.join(', ')}.`]);
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
    seconds: options.minutes * 60,
    seed: options.seed,
    apis: options.apis,
    workers: options.workers,
    rate: options.rate,
    hands: options.hands,
    baseline: options.baseline,
    unguarded: options.unguarded,
    say: console.log,
  });
  // A run without a fault proves nothing.
  sound = report.findings.length === 0 && report.strikes.length > 0;
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
    console.error(howToRepeat(TOOL.command));
    console.error(`Logs: ${servers.logs}`);
  }
}
process.exit(sound || options.baseline ? 0 : 1);
