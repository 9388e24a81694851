// Changes the sources one place at a time and sees whether a test notices: `npm run mutation`.
import { amount, on, readFlags, someOf, text } from '../../harness/read-flags.ts';
import { runNode } from '../../scripts/bootstrap/run.mjs';
import { mochaGlobalSetup, mochaGlobalTeardown } from '../support/global.ts';
import { AREAS } from './areas.mjs';

const ALL = Object.keys(AREAS);

/** What was asked for: areas, and for Stryker's settings the environment. */
function wishes() {
  const flags = readFlags(
    {
      command: 'npm run mutation',
      does: 'Changes the sources one place at a time and sees whether a test notices.',
    },
    {
      only: someOf('areas, by default all', ALL),
      sample: amount('the part of the statements that is changed', 1, { most: 1 }),
      seed: text('of the sample', '1'),
      static: on('also changes what is created when a module is loaded: slow'),
    },
  );
  return {
    areas: flags.only,
    settings: {
      MUTATION_SAMPLE: String(flags.sample),
      MUTATION_SEED: flags.seed,
      MUTATION_STATIC: String(flags.static),
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
