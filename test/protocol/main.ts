// Explores the model of the protocol completely, and again with each planted fault, which must be found.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const MODEL = fileURLToPath(new URL('protocol.pml', import.meta.url));

interface World {
  name: string;
  defines: readonly string[];
  /** Whether some order of events pays twice. */
  paysTwice: boolean;
}

const WORLDS: readonly World[] = [
  { name: 'an asynchronous standby', defines: [], paysTwice: false },
  { name: 'a synchronous standby', defines: ['SYNCHRONOUS'], paysTwice: false },
  { name: 'three workers', defines: ['WORKERS=3'], paysTwice: false },
  { name: 'no dispatch marker', defines: ['NO_MARKER'], paysTwice: true },
  { name: 'no fence in the marker', defines: ['NO_FENCE'], paysTwice: true },
  { name: 'no second witness', defines: ['NO_WITNESS'], paysTwice: true },
  { name: 'no question before the first byte', defines: ['NO_ASK'], paysTwice: true },
  { name: 'write-off of a living worker', defines: ['WRITE_OFF_LIVING'], paysTwice: true },
  { name: 'write-off on a history nobody adopted', defines: ['WRITE_OFF_UNADOPTED'], paysTwice: true },
  { name: 'an old primary begins the witness', defines: ['OLD_PRIMARY_BEGINS'], paysTwice: true },
];

/** More than the deepest order of events has steps. */
const DEPTH = 10_000;

/** Runs a program in a folder and returns what it printed. Throws, with its output, when it fails or is missing. */
function run(folder: string, program: string, args: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  if (error !== undefined) {
    throw new Error(
      `${program} cannot be run: install Spin and a C compiler, for example apt-get install spin gcc`,
    );
  }
  if (status !== 0) throw new Error(`${program} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

/** Explores one world; the figures are those that Spin prints. Throws when the search was not complete. */
function explore(folder: string, { defines }: World): { errors: number; states: number } {
  const flags = defines.map((define) => `-D${define}`);
  run(folder, 'spin', ['-a', ...flags, 'protocol.pml']);
  run(folder, 'cc', ['-O2', '-DSAFETY', '-DCOLLAPSE', '-o', 'pan', 'pan.c']);
  // -E: a worker that has nothing left to do is no fault.
  const report = run(folder, './pan', ['-E', `-m${DEPTH}`]);
  const errors = Number(/errors: (\d+)/.exec(report)?.[1]);
  const states = Number(/([\d.e+]+) states, stored/.exec(report)?.[1]);
  if (Number.isNaN(errors) || Number.isNaN(states))
    throw new Error(`Spin's report cannot be read:\n${report}`);
  if (errors === 0 && /max search depth too small|out of memory/.test(report)) {
    throw new Error(`The search is not complete:\n${report}`);
  }
  return { errors, states };
}

const folder = mkdtempSync(path.join(tmpdir(), 'protocol-'));
try {
  copyFileSync(MODEL, path.join(folder, 'protocol.pml'));
  for (const world of WORLDS) {
    const { errors, states } = explore(folder, world);
    const asExpected = errors > 0 === world.paysTwice;
    if (!asExpected) process.exitCode = 1;
    const found = errors > 0 ? 'pays twice' : 'never pays twice';
    console.log(`${asExpected ? 'ok  ' : 'FAIL'} ${world.name}: ${found} (${states} states)`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
