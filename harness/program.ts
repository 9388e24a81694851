import { resolve } from 'node:path';
import type { Environment } from './environment.js';

/** What production starts; npm runs every command in the project's folder. */
const PROGRAMS = resolve('dist/programs');

/** What Node runs. */
export interface Program {
  /**
   * A file of dist/programs, as production runs it, or the absolute path of another compiled one; or a TypeScript file
   * of the tests, which nothing compiles.
   */
  script: string;
  args?: readonly string[];
  /** Options of Node; those that operators start the commands with unless given. */
  flags?: readonly string[];
}

/** The arguments that Node is started with; the variable adds to them, for profiles. */
export function argumentsOf({ script, args = [], flags = ['--enable-source-maps'] }: Program): string[] {
  if (script.endsWith('.ts')) return ['--import', 'tsx', script, ...args];
  const more = (process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter((flag) => flag !== '');
  return [...flags, ...more, resolve(PROGRAMS, script), ...args];
}

/** What a program finds in its environment: what it is given and nothing of ours but what Node itself needs. */
export function variablesOf(given: Environment): Record<string, string> {
  const { PATH = '', NODE_V8_COVERAGE } = process.env;
  // By the folder it counts towards the coverage of the run.
  return { PATH, ...(NODE_V8_COVERAGE !== undefined && { NODE_V8_COVERAGE }), ...given };
}
