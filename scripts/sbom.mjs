// Writes every package the service is made of or built with as a CycloneDX document. Development packages are marked as
// such rather than left out, because the portal is bundled from some. The same lockfile gives the same bytes.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { runNode } from './bootstrap/run.mjs';
import { readCommandLine } from './command-line.mjs';

const USAGE = `Usage: npm run sbom [-- file]
Lists every package as CycloneDX, by default in dist/sbom.json.`;

const { words } = readCommandLine(USAGE, { words: 1 });
const file = path.resolve(words[0] ?? 'dist/sbom.json');
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
