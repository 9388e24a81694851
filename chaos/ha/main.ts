import 'reflect-metadata';
import { exitOnSignals } from '../../harness/child-processes.js';
import { describeMachine } from '../../harness/describe-machine.js';
import { startOwnPostgres } from '../../harness/own-servers.js';
import { amount, readFlags, someOf, text, whole } from '../../harness/read-flags.js';
import { runFailovers } from '../failover/run-failovers.js';
import { writeReport } from '../report/write-report.js';
import { HA_KINDS, type HaKind } from './kinds.js';
import { findProgram } from './programs.js';
import { playRolling, type RollingReport } from './rolling.js';
import { rowOf, summarise, summariseRolling } from './summarise.js';

exitOnSignals();

const NAMES = [...HA_KINDS.map(({ kind }) => kind.name), 'rolling'];
const options = readFlags(
  {
    command: 'npm run ha',
    does: 'Kills parts of highly available set-ups, where their programs are installed, and times how long work stands still.',
  },
  {
    runs: whole('per kind, and of rolling restarts', 10),
    seed: text('of everything random', '1'),
    minutes: amount('in total; no run starts later than the share of its kind', 180),
    only: someOf('what is run, by default everything', NAMES),
  },
);
const { runs } = options;
const wanted = (name: string): boolean => options.only.includes(name);
const kinds = HA_KINDS.filter(({ kind }) => wanted(kind.name));
const secondsEach = (options.minutes * 60) / (kinds.length + (wanted('rolling') ? 1 : 0));
const notes: string[] = [];
const rows: (string | number)[][] = [];
const logs: string[] = [];
let sound = true;

/** Whether all of these are installed; prints which are not. */
function areThere(what: string, programs: readonly string[]): boolean {
  const missing = programs.filter((name) => findProgram(name) === undefined);
  if (missing.length > 0)
    notes.push(`Not run, because it is not installed (${missing.join(', ')}): ${what}.`);
  return missing.length === 0;
}

async function play({ title, kind, programs }: HaKind): Promise<void> {
  if (!areThere(title, programs)) return;
  try {
    const report = await runFailovers({
      kind,
      runs,
      seconds: secondsEach,
      seed: options.seed,
      replays: true,
      say: console.log,
    });
    rows.push(rowOf(title, report));
    logs.push(...report.logs);
    if (report.findings.length > 0) sound = false;
    if (report.ownEnds > 0) notes.push(`${title}: ${report.ownEnds} processes ended by themselves.`);
  } catch (error) {
    // The other kinds are worth running all the same.
    sound = false;
    const note = `${title}: ended early. ${error instanceof Error ? error.message : String(error)}`;
    console.error(note);
    notes.push(note);
  }
}

async function roll(): Promise<RollingReport[]> {
  if (!wanted('rolling') || !areThere('rolling restarts', ['haproxy'])) return [];
  const reports = await playRolling(runs, console.log);
  if (reports.some(({ failed }) => failed.length > 0)) sound = false;
  return reports;
}

const described = await startOwnPostgres({ durable: true });
const machine = await describeMachine(described.url);
await described.remove();
const startedAt = performance.now();
for (const one of kinds) await play(one);
const rolled = await roll();
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
notes.push(
  `Seed ${options.seed}, ${minutes} minutes. Load while something fails: 20 new requests a second, and 10 that measure.`,
);
const tables = [
  ...(rows.length > 0 ? [summarise(rows)] : []),
  ...(rolled.length > 0 ? [summariseRolling(rolled)] : []),
];
console.log(`\n${writeReport('ha', tables.join('\n\n'), machine, notes)}`);
if (logs.length > 0) console.error(`Logs: ${logs.join(', ')}`);
// Where nothing is installed, nothing was tried.
process.exit(sound && rows.length + rolled.length > 0 ? 0 : 1);
