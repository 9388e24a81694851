import type { Environment } from '../../../shared/config/environment.js';

/** Lets the tests of a suite change process.env: each begins with `initial`, and afterwards all is as before. */
export function useEnvironment(initial: Environment = process.env): void {
  let before: Environment;
  beforeEach(() => {
    before = { ...process.env };
    replace(initial);
  });
  afterEach(() => replace(before));
}

function replace(environment: Environment): void {
  const next = { ...environment };
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, next);
}
