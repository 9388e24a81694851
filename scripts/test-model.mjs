// Runs the model-based tests for longer than `npm test` does: `npm run test:model -- --runs 5000 --seed 7`.
import { runNode } from './bootstrap/run.mjs';
import { readCommandLine, refuse } from './command-line.mjs';

const MAX_RUNS = 100_000;

const USAGE = `Usage: npm run test:model [-- flags]
Searches for sequences of events that break a promise.
  --runs 1000    of each property, at most ${MAX_RUNS}
  --seed 7       repeats a run whose failure named this seed; by default another each time`;

function wholeNumber(name, text, least, most) {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least && number <= most) return String(number);
  return refuse(USAGE, `--${name} takes a whole number from ${least} to ${most}, not "${text}".`);
}

const { values } = readCommandLine(USAGE, {
  options: { runs: { type: 'string', default: '1000' }, seed: { type: 'string' } },
});
process.env.MODEL_RUNS = wholeNumber('runs', values.runs, 1, MAX_RUNS);
if (values.seed !== undefined) {
  process.env.MODEL_SEED = wholeNumber('seed', values.seed, -(2 ** 31), 2 ** 31 - 1);
}
process.exitCode = await runNode(['scripts/bootstrap.mjs', 'test', '--spec', 'test/model']);
