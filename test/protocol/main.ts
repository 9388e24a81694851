// Explores the model of the protocol completely, and again with each planted fault, which must be found; then replays
// traces, of which it must allow those that are right and no other. --quick leaves out the worlds of three workers.
import { on, readFlags } from '../../harness/read-flags.js';
import { compileWorld, isLarge, type Search, search, withModel } from './spin.js';
import { areAllowed, type Trace, type TracedWorld } from './traces.js';

interface World {
  name: string;
  defines: readonly string[];
  /** Whether some order of events pays twice. */
  paysTwice: boolean;
}

const WORLDS: readonly World[] = [
  { name: 'an asynchronous standby', defines: [], paysTwice: false },
  { name: 'a synchronous standby', defines: ['SYNCHRONOUS'], paysTwice: false },
  { name: 'a copy put back on its own timeline', defines: ['PUT_BACK', 'KEPT'], paysTwice: false },
  { name: 'a witness that forgets with time', defines: ['AGING', 'KEPT'], paysTwice: false },
  { name: 'a witness that forgets before the time', defines: ['GAPS', 'KEPT'], paysTwice: false },
  { name: 'three workers', defines: ['WORKERS=3'], paysTwice: false },
  { name: 'no dispatch marker', defines: ['NO_MARKER'], paysTwice: true },
  { name: 'no fence in the marker', defines: ['NO_FENCE'], paysTwice: true },
  { name: 'no second witness', defines: ['NO_WITNESS'], paysTwice: true },
  {
    name: 'no second witness, and a copy put back',
    defines: ['PUT_BACK', 'KEPT', 'NO_WITNESS'],
    paysTwice: true,
  },
  { name: 'no question before the first byte', defines: ['NO_ASK'], paysTwice: true },
  { name: 'no history asked before the first byte', defines: ['NO_HISTORY_ASKED'], paysTwice: true },
  { name: 'write-off of a living worker', defines: ['WRITE_OFF_LIVING'], paysTwice: true },
  { name: 'write-off on a history nobody adopted', defines: ['WRITE_OFF_UNADOPTED'], paysTwice: true },
  { name: 'an old primary begins the witness', defines: ['OLD_PRIMARY_BEGINS'], paysTwice: true },
  { name: 'nobody tells a witness that begins anew', defines: ['NOBODY_REMEMBERS'], paysTwice: true },
  { name: 'witness lost in an adoption', defines: ['WITNESS_LOST_MEANWHILE'], paysTwice: true },
  {
    name: 'a witness that forgot with time, taken for whole',
    defines: ['AGING', 'AGE_IGNORED'],
    paysTwice: true,
  },
  {
    name: 'a witness that forgot before the time, taken for whole',
    defines: ['GAPS', 'KEPT', 'GAP_IGNORED'],
    paysTwice: true,
  },
  {
    name: 'a witness asked only once whether it forgot before the time',
    defines: ['GAPS', 'KEPT', 'GAP_ASKED_ONCE'],
    paysTwice: true,
  },
  {
    name: 'a mark put back by an adoption after Redis has forgotten it',
    defines: ['GAPS', 'KEPT', 'MARK_PUT_BACK'],
    paysTwice: true,
  },
  {
    name: 'calls under way are believed without a whole witness',
    defines: ['WORKERS=3', 'STARTED_BELIEVED'],
    paysTwice: true,
  },
  {
    name: 'calls under way are believed against the witness',
    defines: ['WORKERS=3', 'REPLACED_BELIEVED'],
    paysTwice: true,
  },
];

/** What takes gigabytes and many minutes is for changes of the protocol, not for every commit. */
const options = readFlags(
  { command: 'npm run protocol', does: 'Explores every order of the steps before a paid call, with Spin.' },
  { quick: on('leaves out the worlds of three workers') },
);
const worlds = WORLDS.filter(({ defines }) => !(options.quick && isLarge(defines)));

interface Replay {
  name: string;
  trace: Trace;
  takesOver?: TracedWorld['takesOver'];
  allowed: boolean;
}

const ONE_CALL: Trace = ['ACCEPT', 'MARK', 'PAID', 'END'];
const WITHOUT_MARKER: Trace = ['ACCEPT', 'PAID', 'END'];
/** What a copy of the files has lost is met by the witness before anybody has noticed the copy. */
const MET_UNNOTICED: Trace = ['ACCEPT', 'PAID', 'MARK', 'FREE', 'REVIEW', 'ADOPT'];

const REPLAYS: readonly Replay[] = [
  { name: 'one call', trace: ONE_CALL, allowed: true },
  {
    name: 'a call that was refused for now, and another one',
    trace: ['ACCEPT', 'MARK', 'REFUSED', 'FREE', 'MARK', 'PAID', 'END'],
    allowed: true,
  },
  {
    name: 'a call that never arrived, written off, and another one',
    trace: ['ACCEPT', 'MARK', 'GIVEN_UP', 'WRITE_OFF', 'MARK', 'PAID', 'END'],
    allowed: true,
  },
  {
    name: 'a call of which the standby knows nothing, and the request sent again',
    trace: ['PAID', 'ADOPT', 'ACCEPT', 'MARK', 'FREE', 'REVIEW'],
    takesOver: 'standby',
    allowed: true,
  },
  { name: 'a call without a marker', trace: WITHOUT_MARKER, allowed: false },
  {
    name: 'a call before its marker',
    trace: ['ACCEPT', 'PAID', 'MARK', 'END'],
    takesOver: 'standby',
    allowed: false,
  },
  {
    name: 'two calls',
    trace: ['ACCEPT', 'MARK', 'PAID', 'PAID', 'END'],
    takesOver: 'standby',
    allowed: false,
  },
  {
    name: 'another call after one that arrived was given up',
    trace: ['ACCEPT', 'MARK', 'PAID', 'GIVEN_UP', 'MARK', 'END'],
    allowed: false,
  },
  {
    name: 'a write-off of what the provider has',
    trace: ['ACCEPT', 'MARK', 'PAID', 'GIVEN_UP', 'WRITE_OFF'],
    allowed: false,
  },
  {
    name: 'a lost call, made again after the adoption',
    trace: ['ACCEPT', 'PAID', 'ADOPT', 'MARK', 'PAID', 'END'],
    takesOver: 'standby',
    allowed: false,
  },
  {
    name: 'a lost call, met before the copy was noticed',
    trace: MET_UNNOTICED,
    takesOver: 'copy',
    allowed: true,
  },
  {
    name: 'the same where a standby took over',
    trace: MET_UNNOTICED,
    takesOver: 'standby',
    allowed: false,
  },
  {
    name: 'a lost call, made again before the copy was noticed',
    trace: ['ACCEPT', 'PAID', 'MARK', 'PAID', 'ADOPT'],
    takesOver: 'copy',
    allowed: false,
  },
];

function explore({ defines }: World): Search {
  return withModel((folder) => {
    compileWorld(folder, defines);
    return search(folder, defines);
  });
}

/** Whether of many traces the last one is judged, behind more events than a byte counts, and none in its place. */
function tellsTheLast(): boolean {
  const many = [...Array<Trace>(64).fill(ONE_CALL), WITHOUT_MARKER];
  const allowed = areAllowed(many, { synchronous: false, flush: false });
  return allowed.pop() === false && allowed.every((each) => each);
}

function say(asExpected: boolean, line: string): void {
  if (!asExpected) process.exitCode = 1;
  console.log(`${asExpected ? 'ok  ' : 'FAIL'} ${line}`);
}

try {
  for (const world of worlds) {
    const { errors, states } = explore(world);
    const found = errors > 0 ? 'pays twice' : 'never pays twice';
    say(errors > 0 === world.paysTwice, `${world.name}: ${found} (${states} states)`);
  }
  for (const takesOver of [undefined, 'standby', 'copy'] as const) {
    const replays = REPLAYS.filter((replay) => replay.takesOver === takesOver);
    const world: TracedWorld = { takesOver, synchronous: false, flush: false };
    const allowed = areAllowed(
      replays.map(({ trace }) => trace),
      world,
    );
    for (const [index, { name, allowed: expected }] of replays.entries())
      say(allowed[index] === expected, `${name}: ${allowed[index] ? 'allowed' : 'refused'}`);
  }
  const told = tellsTheLast();
  say(told, `a call without a marker behind 64 others: ${told ? 'refused' : 'not told from them'}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
