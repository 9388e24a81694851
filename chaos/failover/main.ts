import 'reflect-metadata';
import { exitOnSignals } from '../../harness/child-processes.js';
import { describeMachine } from '../../harness/describe-machine.js';
import { startOwnPostgres } from '../../harness/own-servers.js';
import { amount, oneOf, readFlags, text, texts, whole } from '../../harness/read-flags.js';
import { howToRepeat } from '../report/how-to-repeat.js';
import { writeReport } from '../report/write-report.js';
import { buildEarlier } from './earlier-release.js';
import { KINDS } from './kinds.js';
import { runFailovers } from './run-failovers.js';
import { summarise } from './summarise.js';

exitOnSignals();

const options = readFlags(
  {
    command: 'npm run chaos:failover',
    does: 'Injects one kind of failure of servers, clocks, locales, workers or releases under load.',
  },
  {
    kind: oneOf(
      'what fails',
      KINDS.map(({ name }) => name),
      'async',
    ),
    runs: whole('failures', 10),
    seed: text('of everything random', '1'),
    minutes: amount('no run starts later than this', 600),
    before: text(
      'commit that rolling starts from; by default the one before the newest migration',
      undefined,
    ),
    note: texts('included in the report'),
  },
);

const kind = KINDS.find(({ name }) => name === options.kind);
if (kind === undefined) throw new Error('Bug: a kind that is none');

const described = await startOwnPostgres({ durable: true });
const machine = await describeMachine(described.url);
await described.remove();
const earlier = kind.fails.includes('release') ? buildEarlier(options.before) : undefined;
process.once('exit', () => earlier?.remove());
const startedAt = performance.now();
const report = await runFailovers({
  kind,
  runs: options.runs,
  seconds: options.minutes * 60,
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
// Without a failure, everything holds.
const sound = report.findings.length === 0 && report.runs.length > 0;
for (const { kind: broken, what } of report.findings) console.error(`BROKEN ${broken}: ${what}`);
if (!sound) {
  // By default the earlier release is another one after the next migration.
  const chosen = earlier === undefined || options.before !== undefined ? [] : ['--before', earlier.commit];
  console.error(howToRepeat('npm run chaos:failover', chosen));
  console.error(`Logs: ${report.logs.join(', ')}`);
}
process.exit(sound ? 0 : 1);
