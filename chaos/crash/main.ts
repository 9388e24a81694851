import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { exitOnSignals } from '../../harness/children.js';
import { describeMachine } from '../../harness/machine.js';
import { writeReport } from '../report/write-report.js';
import { startServers } from '../world/servers.js';
import { KILL_POINTS } from './points/index.js';
import { runMatrix } from './run-matrix.js';
import { summarise } from './summarise.js';

exitOnSignals();

const { values: options } = parseArgs({
  options: {
    /** Kills per point. */
    seeds: { type: 'string', default: '10' },
    /** No kill starts after this many minutes. */
    minutes: { type: 'string', default: '600' },
    point: { type: 'string', multiple: true },
    seed: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '3' },
    note: { type: 'string', multiple: true, default: [] },
  },
});

const chosen = KILL_POINTS.filter(({ name }) => options.point?.includes(name) ?? true);
const unknown = (options.point ?? []).filter((name) => !KILL_POINTS.some((point) => point.name === name));
if (unknown.length > 0) {
  console.error(
    `No such point: ${unknown.join(', ')}. There are: ${KILL_POINTS.map(({ name }) => name).join(', ')}`,
  );
  process.exit(1);
}

const servers = await startServers();
const machine = await describeMachine(servers.postgres.url);
const startedAt = performance.now();
let sound = false;
try {
  const { groups, strays, findings } = await runMatrix(servers, {
    points: chosen,
    kills: Number(options.seeds),
    killsPerGroup: 10,
    seconds: Number(options.minutes) * 60,
    seed: options.seed,
    atOnce: Number(options['at-once']),
    say: console.log,
  });
  sound = findings.length === 0;
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  const notes = [...options.note, `Seed ${options.seed}, ${minutes} minutes.`];
  console.log(`\n${writeReport('crash', summarise(groups, strays), machine, notes)}`);
  for (const { kind, what } of findings) console.error(`BROKEN ${kind}: ${what}`);
} finally {
  await servers.close(!sound);
  if (!sound) {
    const points = options.point?.map((name) => `--point ${name} `).join('') ?? '';
    console.error(`Repeat: npm run chaos:crash -- --seeds ${options.seeds} ${points}--seed ${options.seed}`);
    console.error(`Logs: ${servers.logs}`);
  }
}
process.exit(sound ? 0 : 1);
