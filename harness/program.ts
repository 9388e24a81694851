import { resolve } from 'node:path';
import type { Environment } from './environment.js';

/** Compiled code of the whole project; npm runs every command in the project's folder. */
const BUILD = resolve('dist');

/** What Node runs. */
export interface Program {
  /**
   * A compiled file, relative to the build folder unless it is absolute, as production runs it; or a TypeScript file of
   * the tests, which nothing compiles.
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
  return [...flags, ...more, resolve(BUILD, script), ...args];
}

/** What a program finds in its environment: what it is given and nothing of ours but what Node itself needs. */
export function variablesOf(given: Environment): Record<string, string> {
  const { PATH = '', NODE_V8_COVERAGE } = process.env;
  // By the folder it counts towards the coverage of the run.
  return { PATH, ...(NODE_V8_COVERAGE !== undefined && { NODE_V8_COVERAGE }), ...given };
}
