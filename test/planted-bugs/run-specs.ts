import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { sharedServers } from '../support/shared-servers.js';

/** The result of running some test files. */
export interface SpecsRun {
  passed: number;
  /** The full title of the first test that failed; undefined when none did. */
  failure: string | undefined;
  /** What it said. */
  reason: string | undefined;
  seconds: number;
}

interface JsonReport {
  stats: { passes: number };
  failures: { fullTitle: string; err: { message: string } }[];
}

/** How to run test files: on the servers of this process, or with a set-up of their own where it is what changes. */
export interface RunOptions {
  /** Migrations are part of mocha's own set-up, so a bug in one of them needs new servers. */
  ownServers?: boolean;
  /** How often a test that failed is tried again. */
  retries?: number;
}

/** Runs test files in a copy of the tree until the first test fails. Throws if mocha reports no result. */
export async function runSpecs(
  root: string,
  specs: readonly string[],
  { ownServers = false, retries = 0 }: RunOptions = {},
): Promise<SpecsRun> {
  const report = path.join(root, 'planted-bugs-report.json');
  rmSync(report, { force: true });
  if (!ownServers) await emptyRedis();
  const started = performance.now();
  const options = [
    ...(ownServers ? [] : ['--no-config', '--require=reflect-metadata', `--timeout=${TIMEOUT_MS}`]),
    ...['--bail', `--retries=${retries}`, '--reporter=json', `--reporter-option=output=${report}`],
    ...[`--grep=${TESTS_OF_SPEED}`, '--invert'],
    ...specs.map((spec) => `--spec=${spec}`),
  ];
  const program = path.join(root, 'node_modules/mocha/lib/cli/cli.js');
  const mocha = spawn(process.execPath, ['--import', 'tsx', program, ...options], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  mocha.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  await once(mocha, 'close');
  const seconds = (performance.now() - started) / 1_000;
  const { stats, failures } = readReport(report, errors);
  const [first] = failures;
  return { passed: stats.passes, failure: first?.fullTitle, reason: first?.err.message, seconds };
}

/** As in .mocharc.json. */
const TIMEOUT_MS = 20_000;
/** Their failures on a busy machine say nothing about a bug. */
const TESTS_OF_SPEED = '/takes linear time|(judged|searched) at once/';

/** Every run numbers its logical Redis databases from one, and finds them empty. */
async function emptyRedis(): Promise<void> {
  const redis = new Redis(sharedServers().redisUrl);
  await redis.flushall();
  redis.disconnect();
}

function readReport(report: string, errors: string): JsonReport {
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as JsonReport;
  } catch {
    throw new Error(`mocha made no report:\n${errors.slice(-2_000)}`);
  }
}
