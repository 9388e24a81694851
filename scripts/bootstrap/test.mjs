import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { run } from './run.mjs';

/**
 * Folders that run together, beside all the others: tests with browsers or processes wait for them much of the time. The
 * rows take about as much processor time as each other and as what is left over, but for the processes, whose tests wait
 * most; what is moved is moved for that.
 */
const APART = [['test/portal'], ['test/processes'], ['test/chaos', 'test/flows', 'test/ops', 'test/scripts']];

/** Arguments that say how tests are run, and not which: with others the suite is not run in parts. */
const HOW = /^(--forbid-pending|--retries(=\d+)?|\d+)$/;

/** Ours, and not mocha's: files in which something failed are run once more, alone. */
const SECOND_TRY = '--second-try';
/** More files than this were not spoilt by a machine that stood still. */
const MOST_FILES_AGAIN = 12;

/** The last lines of a run, see test/support/reporter.ts. */
const COUNTS = /^(\d+) passed, (\d+) failed, (\d+) skipped$/;
const FAILED_FILE = /^failed in (.+)$/;

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs the tests that these arguments of mocha choose, and resolves to the exit code. */
export async function runTests(root, given) {
  const args = given.filter((argument) => argument !== SECOND_TRY);
  // mocha's own bin would start a second process that passes no SIGTERM on; this is the file it starts, which wants to
  // be called by its real path.
  const mocha = ['--import', 'tsx', realpathSync(path.join(root, 'node_modules/mocha/lib/cli/cli.js'))];
  if (!args.every((argument) => HOW.test(argument))) return run(process.execPath, [...mocha, ...args]);
  const first = await runParts([
    ...APART.map((folders) => [...mocha, ...args, ...folders]),
    [...mocha, ...args, ...APART.flat().flatMap((folder) => ['--ignore', `${folder}/**`])],
  ]);
  const report = given.includes(SECOND_TRY) ? await tryAgain(first, [...mocha, ...args]) : first;
  if (report.counts !== undefined) console.log(describe(report.counts));
  return report.code;
}

/**
 * Runs the suite as several processes at once, each with servers of its own. Much of it waits, so together they take
 * little longer than the longest. The last is shown as it goes, the others when all are over.
 */
async function runParts(parts) {
  const later = parts.map(() => []);
  const shown = parts.length - 1;
  const done = await Promise.all(
    parts.map((args, index) =>
      runPart(args, (line) => (index === shown ? console.log(line) : later[index].push(line))),
    ),
  );
  for (const lines of later) if (lines.length > 0) console.log(lines.join('\n'));
  const code = Math.max(...done.map((part) => part.code));
  if (done.some(({ counts }) => counts === undefined)) {
    console.error('A part of the tests broke off; what it printed last says why.');
    return { code: Math.max(1, code), files: [] };
  }
  const counts = [0, 1, 2].map((index) => done.reduce((sum, part) => sum + part.counts[index], 0));
  return { code, counts, files: done.flatMap(({ files }) => files) };
}

/**
 * Runs the files with failures once more when nothing else runs any more: tests that kill servers and starve processes
 * fail on a shared machine that stands still for longer than they wait, and their set-ups with them, which mocha does
 * not repeat. A defect fails twice. Both tries are shown.
 */
async function tryAgain(first, mocha) {
  const { counts, files } = first;
  if (first.code === 0 || files.length === 0 || files.length > MOST_FILES_AGAIN) return first;
  console.log(`\n${describe(counts)}; once more, alone: ${files.join(' ')}`);
  const second = await runPart([...mocha, ...files], (line) => console.log(line));
  if (second.counts === undefined) return first;
  const [passed, failed, skipped] = counts;
  const stillFailed = second.counts[1];
  return { code: second.code, counts: [passed + failed - stillFailed, stillFailed, skipped] };
}

const describe = ([passed, failed, skipped]) => `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** Runs Node with these arguments; resolves to the exit code, files with failures and, when it came so far, its counts. */
function runPart(args, say) {
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(process.execPath, args, {
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, ...color },
  });
  const pass = (signal) => child.kill(signal);
  for (const signal of forwarded) process.on(signal, pass);
  let counts;
  const files = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    const found = COUNTS.exec(line);
    const failed = FAILED_FILE.exec(line);
    if (failed !== null) files.push(failed[1]);
    else if (found !== null) counts = found.slice(1).map(Number);
    else say(line);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      for (const name of forwarded) process.removeListener(name, pass);
      resolve({ code: code ?? 128 + constants.signals[signal], counts, files });
    });
  });
}
