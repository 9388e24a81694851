import { spawn } from 'node:child_process';
import { readdirSync, realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { compileTests } from './compiled-tests.mjs';
import { memoryFolder } from './memory-folder.mjs';
import { run } from './run.mjs';

/**
 * Folders tested in processes of their own, with their own servers; all other folders form one more part, which starts
 * first. They start in this order: the longest first, last of all small ones that wait for nothing, so that no
 * processor is left idle while the last part is still running.
 */
const APART = [
  { folders: ['test/portal'], shares: 3 },
  { folders: ['test/security'], shares: 1 },
  { folders: ['test/flows', 'test/ops', 'test/scripts'], shares: 2 },
  { folders: ['test/processes'], shares: 2 },
  { folders: ['test/chaos'], shares: 1 },
  { folders: ['test/client'], shares: 1 },
  { folders: ['test/api'], shares: 4 },
];

/** Parts run at once: tests with browsers, processes and servers that are killed spend much of their time waiting. */
const LANES = 5;

/** Arguments about how tests are run rather than which: with any others the suite is not split into parts. */
const HOW = /^(--forbid-pending|--retries(=\d+)?|\d+)$/;

/** An argument of ours rather than mocha's: files with failures are run once more, alone. */
const SECOND_TRY = '--second-try';
/** More failing files than this are not explained by a machine that stalled. */
const MAX_FILES_AGAIN = 12;

/** The last lines of a run; see test/support/reporter.ts. */
const COUNTS = /^(\d+) passed, (\d+) failed, (\d+) skipped$/;
const FAILED_FILE = /^failed in (.+)$/;
/** In place of the file, where the failure is in none. */
const NO_FILE = '?';
/** Mocha's exit code is the number of failures, up to here. */
const MAX_EXIT_CODE = 255;

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** The one that was forwarded, if any: whoever stopped the parts that run wants no others. */
let forwarded;

/** Runs the tests chosen by these mocha arguments, and resolves to the exit code. */
export async function runTests(root, given) {
  const args = given.filter((argument) => argument !== SECOND_TRY);
  // mocha's own bin would start a second process that does not forward SIGTERM; this is the file it starts, which must
  // be called by its real path.
  const cli = realpathSync(path.join(root, 'node_modules/mocha/lib/cli/cli.js'));
  const mocha = ['--import', 'tsx', cli, ...args];
  if (!args.every((argument) => HOW.test(argument))) return run(process.execPath, mocha);
  // The suite makes and drops hundreds of databases of a thousand files each. On ext4 half of what PostgreSQL then
  // costs is the search for inodes that were not freed lately. Single files rather profit from what is cached in /tmp.
  process.env.TMPDIR ??= memoryFolder() ?? os.tmpdir();
  const all = parts();
  const tests = await compileTests(
    root,
    all.flatMap(({ files }) => files),
  );
  const compiled = [...tests.node, cli, ...tests.mocha, ...args];
  const first = await runParts(
    all.map(({ name, files }) => ({ name, args: [...compiled, ...files.map(tests.compiled)] })),
  );
  const report = given.includes(SECOND_TRY)
    ? await tryAgain({ ...first, files: first.files.map(tests.sourceOf) }, mocha)
    : first;
  if (report.counts !== undefined) console.log(describe(report.counts));
  return report.code;
}

/** What is run in one process each: its name and its files. */
function parts() {
  const apart = APART.flatMap(({ folders }) => folders);
  const others = testFiles('test').filter((file) => !apart.some((folder) => file.startsWith(`${folder}/`)));
  return [{ name: 'everything else', files: others }, ...APART.flatMap(sharesOf)];
}

/** Deals the files out like cards: neighbours are alike, and take about as long. */
function sharesOf({ folders, shares }) {
  const files = folders.flatMap(testFiles);
  return Array.from({ length: Math.min(shares, files.length) }, (_, share) => ({
    name: `${folders.join(', ')}${shares === 1 ? '' : ` (${share + 1} of ${shares})`}`,
    files: files.filter((_file, index) => index % shares === share),
  }));
}

function testFiles(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => /\.test\.\w+$/.test(file));
  return files.sort().map((file) => `${folder}/${file}`);
}

/**
 * Runs the suite as several processes, some concurrently. The output of the first is shown as it comes, that of the
 * others once all are done, with how long each took.
 */
async function runParts(all) {
  const printed = all.map(() => []);
  const done = await inLanes(all, async ({ name, args }, index) => {
    const began = performance.now();
    const part = await runPart(args, (line) => (index === 0 ? console.log(line) : printed[index].push(line)));
    printed[index].push(`${name}: ${Math.round((performance.now() - began) / 1000)} s`);
    return part;
  });
  for (const lines of printed) console.log(lines.join('\n'));
  const code = Math.max(...done.map((part) => part.code));
  if (done.some(({ counts }) => counts === undefined)) {
    console.error('A part of the tests stopped early; its last output says why.');
    return { code: Math.max(1, code), files: [] };
  }
  const counts = [0, 1, 2].map((index) => done.reduce((sum, part) => sum + part.counts[index], 0));
  return { code, counts, files: done.every(isExplained) ? done.flatMap(({ files }) => files) : [] };
}

/** Whether the exit code of a part is that of its failures, and each of them is in a file that can be tried again. */
function isExplained({ code, counts, files }) {
  return code === Math.min(counts[1], MAX_EXIT_CODE) && !files.includes(NO_FILE);
}

/** Does `work` for each item, in order, several at a time; resolves to the results. */
async function inLanes(items, work) {
  const results = [];
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index], index);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return results;
}

/**
 * Runs the files with failures once more when nothing else is running: tests that kill servers and starve processes
 * fail on a shared machine that stalls for longer than they wait, and so do their set-ups, which mocha does not repeat.
 * A defect fails twice. The output of both attempts is shown. Files alone prove nothing where something else failed,
 * too.
 */
async function tryAgain(first, mocha) {
  const { counts, files } = first;
  if (first.code === 0 || files.length === 0 || files.length > MAX_FILES_AGAIN) return first;
  console.log(`\n${describe(counts)}; once more, alone: ${files.join(' ')}`);
  const second = await runPart([...mocha, ...files], (line) => console.log(line));
  if (second.counts === undefined) return first;
  const [passed, failed, skipped] = counts;
  const stillFailed = second.counts[1];
  return { code: second.code, counts: [passed + failed - stillFailed, stillFailed, skipped] };
}

const describe = ([passed, failed, skipped]) => `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** The exit code of a process that this signal ended, as shells have it. */
const codeOf = (signal) => 128 + os.constants.signals[signal];

/**
 * Runs Node with these arguments; resolves to the exit code, files with failures and, if it got that far, its counts.
 */
function runPart(args, say) {
  if (forwarded !== undefined) return Promise.resolve({ code: codeOf(forwarded), files: [] });
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(process.execPath, args, {
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, ...color },
  });
  const pass = (signal) => {
    forwarded = signal;
    child.kill(signal);
  };
  for (const signal of FORWARDED) process.on(signal, pass);
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
      for (const name of FORWARDED) process.removeListener(name, pass);
      resolve({ code: code ?? codeOf(signal), counts, files });
    });
  });
}
