import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileWorld, search, withModel } from './spin.js';

/** What can be seen of a check from outside, as the model names it. */
export type ProtocolEvent =
  /** Rows of the database: the check, its calls, what became of them, and the history that was adopted. */
  | 'ACCEPT'
  | 'MARK'
  | 'END'
  | 'FREE'
  | 'GIVEN_UP'
  | 'REVIEW'
  | 'WRITE_OFF'
  | 'ADOPT'
  /** Calls that the provider has logged, and whether it is paid for them. */
  | 'PAID'
  | 'REFUSED';

/** What has happened to one check, in order. */
export type Trace = readonly ProtocolEvent[];

/** What else may have happened meanwhile. */
export interface TracedWorld {
  /** What took the primary's place, with a new timeline: a standby; or without one: a copy of the primary's files. */
  takesOver?: 'standby' | 'copy' | undefined;
  /** What was acknowledged by the primary is on the standby. */
  synchronous: boolean;
  /** Redis has lost what it knew. */
  flush: boolean;
}

/** Calls whose markers the database may have lost. */
const LOST_MARKERS = 2;

/** Determines with Spin whether the protocol allows each trace. Throws if Spin is not installed. */
export function areAllowed(traces: readonly Trace[], world: TracedWorld): boolean[] {
  if (traces.length === 0) return [];
  const most = traces.map((trace) => {
    const marked = trace.filter((event) => event === 'MARK').length;
    return marked + (world.takesOver === undefined ? 0 : LOST_MARKERS);
  });
  return withModel((folder) => {
    writeFileSync(path.join(folder, 'traces.inc'), describe(traces, most));
    const defines = [
      `TRACES=${traces.length}`,
      `WORKERS=${Math.max(1, ...most)}`,
      ...(world.takesOver === undefined ? ['STEADY'] : []),
      ...(world.takesOver === 'copy' ? ['PUT_BACK'] : []),
      ...(world.synchronous ? ['SYNCHRONOUS'] : []),
      ...(world.flush ? [] : ['KEPT']),
    ];
    compileWorld(folder, defines);
    return traces.map((_, index) => search(folder, defines, { TRACE: String(index) }).errors > 0);
  });
}

/** The traces as arrays of Promela, all of one length. */
function describe(traces: readonly Trace[], most: readonly number[]): string {
  const longest = Math.max(...traces.map(({ length }) => length)) + 1;
  const rows = traces.map((trace) => [...trace, ...Array(longest - trace.length).fill('DONE')].join(', '));
  return [
    `#define LONGEST ${longest}`,
    `byte most[${traces.length}] = { ${most.join(', ')} };`,
    `mtype events[${traces.length * longest}] = {\n  ${rows.join(',\n  ')}\n};`,
    '',
  ].join('\n');
}
