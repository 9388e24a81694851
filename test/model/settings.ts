/** The options of `npm run test:model`; undefined in an ordinary run of the tests. */
interface Wish {
  runs: number;
  seed: number | undefined;
}

// The environment is how the script tells mocha's process.
const { MODEL_RUNS: runs, MODEL_SEED: seed } = process.env;
const wish: Wish | undefined =
  runs === undefined
    ? undefined
    : { runs: Number(runs), seed: seed === undefined ? undefined : Number(seed) };

/** How often a property is run: this number in an ordinary run, or as `npm run test:model` says. */
export function howOften(ordinary: number): { numRuns: number; seed?: number } {
  const numRuns = wish?.runs ?? ordinary;
  return wish?.seed === undefined ? { numRuns } : { numRuns, seed: wish.seed };
}

/** The time limit of a property in milliseconds; `npm run test:model` has none. */
export const PROPERTY_TIMEOUT_MS = wish === undefined ? 180_000 : 0;
