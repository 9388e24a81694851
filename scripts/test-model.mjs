// Runs the model-based tests for longer than `npm test` does: `npm run test:model -- --runs 5000 --seed 7`.
import { parseArgs } from 'node:util';
import { runNode } from './bootstrap/run.mjs';

const MOST_RUNS = 100_000;

/** A whole number within limits, or the way to call this script. */
function wholeNumber(name, text, least, most) {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least && number <= most) return String(number);
  console.error(`--${name} takes a whole number from ${least} to ${most}, not "${text}".
Usage: npm run test:model [-- --runs <1-${MOST_RUNS}> --seed <number>]`);
  process.exit(2);
}

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '1000' }, seed: { type: 'string' } },
});
process.env.MODEL_RUNS = wholeNumber('runs', values.runs, 1, MOST_RUNS);
if (values.seed !== undefined) {
  process.env.MODEL_SEED = wholeNumber('seed', values.seed, -(2 ** 31), 2 ** 31 - 1);
}
process.exitCode = await runNode(['scripts/bootstrap.mjs', 'test', '--spec', 'test/model']);
