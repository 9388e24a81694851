// Writes every package the service is made of or built with as a CycloneDX document: `npm run sbom [-- file]`, by
// default dist/sbom.json. Development packages are marked as such rather than left out, because the portal is bundled
// from some. The same lockfile gives the same bytes.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { runNode } from './bootstrap/run.mjs';

const file = path.resolve(process.argv[2] ?? 'dist/sbom.json');
await mkdir(path.dirname(file), { recursive: true });
process.exitCode = await runNode([
  'scripts/tool.mjs',
  'cyclonedx-npm',
  '--package-lock-only',
  '--output-reproducible',
  '--output-file',
  file,
]);
if (process.exitCode === 0) console.log(`Wrote ${path.relative('.', file)}.`);
