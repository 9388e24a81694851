import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { exitOnSignals } from '../../harness/children.js';
import { describeMachine } from '../../harness/machine.js';
import { startOwnPostgres } from '../../harness/own-servers.js';
import { writeReport } from '../report/write-report.js';
import { buildEarlier } from './earlier-release.js';
import { KINDS } from './kinds.js';
import { runFailovers } from './run-failovers.js';
import { summarise } from './summarise.js';

exitOnSignals();

const { values: options } = parseArgs({
  options: {
    kind: { type: 'string', default: 'async' },
    runs: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    /** No run starts later than this. */
    minutes: { type: 'string', default: '600' },
    /** The commit that `rolling` starts from; by default the one before the newest migration. */
    before: { type: 'string' },
    note: { type: 'string', multiple: true, default: [] },
  },
});

const kind = KINDS.find(({ name }) => name === options.kind);
if (kind === undefined) {
  console.error(`No such kind: ${options.kind}. There are: ${KINDS.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

const described = await startOwnPostgres({ durable: true });
const machine = await describeMachine(described.url);
await described.remove();
const earlier = kind.fails.includes('release') ? buildEarlier(options.before) : undefined;
process.once('exit', () => earlier?.remove());
const startedAt = performance.now();
const report = await runFailovers({
  kind,
  runs: Number(options.runs),
  seconds: Number(options.minutes) * 60,
  seed: options.seed,
  earlier,
  replays: true,
  say: console.log,
});
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
const notes = [
  ...options.note,
  ...(earlier === undefined ? [] : [`The earlier release is ${earlier.commit}.`]),
  ...report.notes,
  `Seed ${options.seed}, ${minutes} minutes. Processes that ended by themselves and were started again: ${report.ownEnds}.`,
];
console.log(`\n${writeReport(`failover-${kind.name}`, summarise(report), machine, notes)}`);
const sound = report.findings.length === 0;
for (const { kind: broken, what } of report.findings) console.error(`BROKEN ${broken}: ${what}`);
if (!sound) {
  const before = earlier === undefined ? '' : ` --before ${earlier.commit}`;
  console.error(
    `Repeat: npm run chaos:failover -- --kind ${kind.name} --runs ${options.runs} --seed ${options.seed}${before}`,
  );
  console.error(`Logs: ${report.logs.join(', ')}`);
}
process.exit(sound ? 0 : 1);
