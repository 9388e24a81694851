import { readFileSync } from 'node:fs';
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
  /** Node options; by default those with which package.json starts the program, and otherwise those of the commands. */
  flags?: readonly string[];
}

/** The Node options with which an npm script starts a file of dist/programs; undefined if none does. */
export function flagsOf(script: string): string[] | undefined {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const start = Object.values(scripts).find((command) => command.endsWith(` dist/programs/${script}`));
  return start?.split(' ').filter((word) => word.startsWith('--'));
}

/** The arguments Node is started with; the variable adds to them, for profiling. */
export function argumentsOf({ script, args = [], flags }: Program): string[] {
  if (script.endsWith('.ts')) return ['--import', 'tsx', script, ...args];
  const more = (process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter((flag) => flag !== '');
  const own = flags ?? flagsOf(script) ?? ['--enable-source-maps'];
  return [...own, ...more, resolve(PROGRAMS, script), ...args];
}

/** The environment of a program: what it is given, and nothing of ours except what Node itself needs. */
export function variablesOf(given: Environment): Record<string, string> {
  const { PATH = '', NODE_V8_COVERAGE } = process.env;
  // With this folder it counts towards the coverage of the run.
  return { PATH, ...(NODE_V8_COVERAGE !== undefined && { NODE_V8_COVERAGE }), ...given };
}
