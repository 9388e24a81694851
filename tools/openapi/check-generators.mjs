// Generates code from dist/openapi.json with third-party generators, and compiles it as strictly as TypeScript can, to
// find what would break another team's build. `npm run lint:api` runs it.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../../scripts/bootstrap/run.mjs';

// Inside tools/, so that the generated code finds zod.
const FOLDER = 'tools/generated';
const BIN = 'tools/node_modules/.bin';
const DESCRIPTION = path.resolve('dist/openapi.json');

/** The outputs of orval: fetch functions with types, and zod schemas for every request and answer. */
const MADE = ['fetch', 'zod'];
const config = Object.fromEntries(
  MADE.map((client) => [
    client,
    {
      input: { target: DESCRIPTION },
      output: { target: path.resolve(FOLDER, `${client}.ts`), client, mode: 'single' },
    },
  ]),
);
const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom'],
  types: [],
  skipLibCheck: true,
};

const programs = [
  [path.join(BIN, 'openapi-typescript'), [DESCRIPTION, '--output', path.join(FOLDER, 'types.ts')]],
  [path.join(BIN, 'orval'), ['--config', path.join(FOLDER, 'orval.config.cjs')]],
  [path.join(BIN, 'tsc'), ['--project', FOLDER]],
];

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
await writeFile(path.join(FOLDER, 'orval.config.cjs'), `module.exports = ${JSON.stringify(config)};\n`);
await writeFile(path.join(FOLDER, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
for (const [program, args] of programs) {
  const code = await run(program, args);
  if (code === 0) continue;
  console.error(`${path.basename(program)} cannot take the description of the API (${FOLDER}).`);
  process.exitCode = 1;
  break;
}
if (process.exitCode === undefined)
  console.log(`Generators × strict compile: ${MADE.length + 1} made, 0 errors.`);
