// Changes the sources one place at a time and sees whether a test notices: `npm run mutation`.
import { parseArgs } from 'node:util';
import { runNode } from '../../scripts/bootstrap/run.mjs';
import { mochaGlobalSetup, mochaGlobalTeardown } from '../support/global.ts';
import { AREAS } from './areas.mjs';

const ALL = Object.keys(AREAS);

const USAGE = `Usage: npm run mutation [-- --only ${ALL.join(',')}] [--sample 0.2 --seed 1] [--static]`;

/** Stops with what is wrong and the ways to call this script. */
function refuse(reason) {
  process.stdout.write(`${reason}\n${USAGE}\n`);
  process.exit(2);
}

/** What was asked for: areas, and for Stryker's settings the environment. */
function wishes() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: ALL.join() },
      sample: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      static: { type: 'boolean', default: false },
    },
  });
  const areas = values.only.split(',');
  const unknown = areas.find((area) => !ALL.includes(area));
  if (unknown !== undefined) refuse(`There is no area "${unknown}".`);
  if (!(Number(values.sample) > 0 && Number(values.sample) <= 1)) refuse('A sample is a part of 1.');
  return {
    areas,
    settings: {
      MUTATION_SAMPLE: values.sample,
      MUTATION_SEED: values.seed,
      MUTATION_STATIC: String(values.static),
    },
  };
}

/** Runs Stryker for one area after the other, on servers that all its processes share. */
async function main() {
  const { areas, settings } = wishes();
  Object.assign(process.env, settings);
  await mochaGlobalSetup();
  try {
    for (const area of areas) {
      process.env.MUTATION_AREA = area;
      const code = await runNode(['scripts/tool.mjs', 'stryker', 'run', 'test/mutation/stryker.config.mjs']);
      process.exitCode = Math.max(code, Number(process.exitCode ?? 0));
    }
  } finally {
    await mochaGlobalTeardown();
  }
}

await main();
