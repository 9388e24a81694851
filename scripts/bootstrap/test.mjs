import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { run } from './run.mjs';

/** Tests that start processes and browsers, and wait for them most of the time: as long as all the others together. */
const WAITING = ['test/chaos', 'test/portal', 'test/processes'];

/** Arguments of mocha that say how tests are run, and not which: with others the suite is not run in halves. */
const HOW = /^(--forbid-pending|--retries(=\d+)?|\d+)$/;

/** The last line of a run, see test/support/reporter.ts. */
const COUNTS = /^(\d+) passed, (\d+) failed, (\d+) skipped$/;

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs the tests that these arguments of mocha choose, and resolves to the exit code. */
export async function runTests(root, args) {
  // mocha's own bin would start a second process that passes no SIGTERM on; this is the file it starts, which wants to
  // be called by its real path.
  const mocha = ['--import', 'tsx', realpathSync(path.join(root, 'node_modules/mocha/lib/cli/cli.js'))];
  if (!args.every((argument) => HOW.test(argument))) return run(process.execPath, [...mocha, ...args]);
  return runHalves(
    [...mocha, ...args, ...WAITING],
    [...mocha, ...args, ...WAITING.flatMap((folder) => ['--ignore', `${folder}/**`])],
  );
}

/**
 * Runs the suite as two processes at once, each with servers of its own. Most of it waits, so together they take little
 * longer than the longer one. The first is shown as it goes, the second when both are over, and then the sum of both.
 */
async function runHalves(first, second) {
  const later = [];
  const halves = await Promise.all([
    runHalf(first, (line) => console.log(line)),
    runHalf(second, (line) => later.push(line)),
  ]);
  if (later.length > 0) console.log(later.join('\n'));
  if (halves.some(({ counts }) => counts === undefined)) {
    console.error('A part of the tests broke off; what it printed last says why.');
    return Math.max(1, ...halves.map(({ code }) => code));
  }
  const [passed, failed, skipped] = [0, 1, 2].map((index) =>
    halves.reduce((sum, { counts }) => sum + counts[index], 0),
  );
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return Math.max(...halves.map(({ code }) => code));
}

/** Runs Node with these arguments; resolves to the exit code and, when it came so far, its counts. */
function runHalf(args, say) {
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(process.execPath, args, {
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, ...color },
  });
  const pass = (signal) => child.kill(signal);
  for (const signal of forwarded) process.on(signal, pass);
  let counts;
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    const found = COUNTS.exec(line);
    if (found === null) say(line);
    else counts = found.slice(1).map(Number);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      for (const name of forwarded) process.removeListener(name, pass);
      resolve({ code: code ?? 128 + constants.signals[signal], counts });
    });
  });
}
