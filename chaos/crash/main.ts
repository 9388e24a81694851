import 'reflect-metadata';
import { exitOnSignals } from '../../harness/child-processes.js';
import { describeMachine } from '../../harness/describe-machine.js';
import { amount, readFlags, someOf, text, texts, whole } from '../../harness/read-flags.js';
import { howToRepeat } from '../report/how-to-repeat.js';
import { writeReport } from '../report/write-report.js';
import { startServers } from '../world/servers.js';
import { findUnreached } from './find-unreached.js';
import { KILL_POINTS } from './points/index.js';
import { runMatrix } from './run-matrix.js';
import { summarise } from './summarise.js';

exitOnSignals();

const NAMES = KILL_POINTS.map(({ name }) => name);
const options = readFlags(
  {
    command: 'npm run chaos:crash',
    does: 'Kills every process at every step, and checks what recovery makes of it.',
  },
  {
    seeds: whole('kills per point', 10),
    minutes: amount('no kill starts later than this', 600),
    point: someOf('where to kill, by default everywhere', NAMES),
    seed: text('of everything random', '1'),
    'at-once': whole('points at the same time', 3, { most: 50 }),
    note: texts('included in the report'),
  },
);

const servers = await startServers();
const machine = await describeMachine(servers.postgres.url);
const startedAt = performance.now();
let sound = false;
try {
  const { groups, strays, findings } = await runMatrix(servers, {
    points: KILL_POINTS.filter(({ name }) => options.point.includes(name)),
    kills: options.seeds,
    killsPerGroup: 10,
    seconds: options.minutes * 60,
    seed: options.seed,
    atOnce: options['at-once'],
    say: console.log,
  });
  const unreached = findUnreached(groups);
  // A run without a kill proves nothing, nor does a point whose moment never comes.
  sound = findings.length === 0 && groups.length > 0 && unreached.length === 0;
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  const notes = [...options.note, `Seed ${options.seed}, ${minutes} minutes.`];
  console.log(`\n${writeReport('crash', summarise(groups, strays), machine, notes)}`);
  for (const { kind, what } of findings) console.error(`BROKEN ${kind}: ${what}`);
  for (const name of unreached) console.error(`NOT REACHED ${name}: no kill came at its moment`);
} finally {
  await servers.close(!sound);
  if (!sound) {
    console.error(howToRepeat('npm run chaos:crash'));
    console.error(`Logs: ${servers.logs}`);
  }
}
process.exit(sound ? 0 : 1);
