import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** npm runs every command in the project's folder; compiled, this file is elsewhere than the model. */
const MODEL = path.resolve('test/protocol/protocol.pml');
/** More than the deepest order of events has steps. */
const DEPTH = 20_000;
/**
 * Slots for states, as a power of two, where they are few. To clear the 128 MiB that Spin takes otherwise lasts longer
 * than most searches.
 */
const FEW_SLOTS = 20;

/** What a search found; the figures are those that Spin prints. */
export interface Search {
  readonly errors: number;
  readonly states: number;
}

/** Whether there are Spin and a C compiler. */
export function canSearch(): boolean {
  return ['spin', 'cc'].every((program) => spawnSync(program, ['--version']).error === undefined);
}

/** Has a folder with the model, which is removed afterwards. */
export function withModel<Result>(work: (folder: string) => Result): Result {
  const folder = mkdtempSync(path.join(tmpdir(), 'protocol-'));
  try {
    copyFileSync(MODEL, path.join(folder, 'protocol.pml'));
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether the states of a world need gigabytes. */
export function isLarge(defines: readonly string[]): boolean {
  return defines.includes('WORKERS=3');
}

/** Makes the program that searches one world. Throws where Spin or the compiler is missing. */
export function compileWorld(folder: string, defines: readonly string[]): void {
  const defined = defines.map((define) => `-D${define}`);
  run(folder, 'spin', ['-a', ...defined, 'protocol.pml']);
  // The states of a large world are kept small, which makes the search half as fast. To optimize the search of a small
  // one takes longer than is then saved.
  const flags = isLarge(defines) ? ['-O1', '-DCOLLAPSE'] : ['-O0'];
  run(folder, 'cc', ['-w', ...flags, '-DSAFETY', '-DVECTORSZ=16384', '-o', 'pan', 'pan.c']);
}

/** Searches the world that was compiled from these defines. Throws when the search was not complete. */
export function search(
  folder: string,
  defines: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Search {
  const slots = isLarge(defines) ? [] : [`-w${FEW_SLOTS}`];
  // -E: a worker that has nothing left to do is no fault.
  const report = run(folder, './pan', ['-E', `-m${DEPTH}`, ...slots], environment);
  const errors = Number(/errors: (\d+)/.exec(report)?.[1]);
  const states = Number(/([\d.e+]+) states, stored/.exec(report)?.[1]);
  if (Number.isNaN(errors) || Number.isNaN(states))
    throw new Error(`Spin's report cannot be read:\n${report}`);
  if (errors === 0 && /max search depth too small|out of memory/.test(report)) {
    throw new Error(`The search is not complete:\n${report}`);
  }
  return { errors, states };
}

/** Runs a program in a folder and returns what it printed. Throws, with its output, when it fails or is missing. */
function run(
  folder: string,
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): string {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C', ...environment },
  });
  if (error !== undefined) {
    throw new Error(
      `${program} cannot be run: install Spin and a C compiler, for example apt-get install spin gcc`,
    );
  }
  if (status !== 0) throw new Error(`${program} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}
