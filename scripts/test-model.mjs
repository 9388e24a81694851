// Runs the model-based tests for longer than `npm test` does: `npm run test:model -- --runs 5000 --seed 7`.
import { parseArgs } from 'node:util';
import { runNode } from './bootstrap/run.mjs';

const MOST_RUNS = 100_000;

/** Stops with what is wrong and the way to call this script. */
function refuse(reason) {
  console.error(`${reason}\nUsage: npm run test:model [-- --runs <1-${MOST_RUNS}> --seed <number>]`);
  process.exit(2);
}

function wholeNumber(name, text, least, most) {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least && number <= most) return String(number);
  return refuse(`--${name} takes a whole number from ${least} to ${most}, not "${text}".`);
}

function flags() {
  try {
    return parseArgs({ options: { runs: { type: 'string', default: '1000' }, seed: { type: 'string' } } })
      .values;
  } catch (error) {
    return refuse(error.message);
  }
}

const values = flags();
process.env.MODEL_RUNS = wholeNumber('runs', values.runs, 1, MOST_RUNS);
if (values.seed !== undefined) {
  process.env.MODEL_SEED = wholeNumber('seed', values.seed, -(2 ** 31), 2 ** 31 - 1);
}
process.exitCode = await runNode(['scripts/bootstrap.mjs', 'test', '--spec', 'test/model']);
