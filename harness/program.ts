import { resolve } from 'node:path';
import type { Environment } from './environment.js';

/** What production starts; npm runs every command in the project folder. */
const PROGRAMS = resolve('dist/programs');

/** What Node runs. */
export interface Program {
  /**
   * A file of dist/programs, as production runs it, or the absolute path of another compiled one; or a TypeScript file
   * of the tests, which is not compiled.
   */
  script: string;
  args?: readonly string[];
  /** Node options; by default those with which operators start the commands. */
  flags?: readonly string[];
}

/** The arguments Node is started with; the variable adds to them, for profiling. */
export function argumentsOf({ script, args = [], flags = ['--enable-source-maps'] }: Program): string[] {
  if (script.endsWith('.ts')) return ['--import', 'tsx', script, ...args];
  const more = (process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter((flag) => flag !== '');
  return [...flags, ...more, resolve(PROGRAMS, script), ...args];
}

/** The environment of a program: what it is given, and nothing of ours except what Node itself needs. */
export function variablesOf(given: Environment): Record<string, string> {
  const { PATH = '', NODE_V8_COVERAGE } = process.env;
  // With this folder it counts towards the coverage of the run.
  return { PATH, ...(NODE_V8_COVERAGE !== undefined && { NODE_V8_COVERAGE }), ...given };
}
