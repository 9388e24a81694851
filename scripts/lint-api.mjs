// Writes the description of the API to dist/openapi.json, as GET /api/v1/openapi.json serves it, and lets others judge
// it: Redocly, which judges docs/workflows.arazzo.yaml too, Spectral with OWASP's rules, three validators of
// its examples, and generators of code, whose work has to compile. Which rules, and why not others, stands in tools/openapi/.
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '../api/openapi/document.ts';
import { runNode } from './bootstrap/run.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const file = 'dist/openapi.json';
const judges = [
  [
    'redocly',
    'lint',
    'dist/workflows.arazzo.yaml',
    '--config',
    'tools/openapi/redocly.yaml',
    '--format',
    'stylish',
  ],
  ['redocly', 'lint', file, '--config', 'tools/openapi/redocly.yaml', '--format', 'stylish'],
  ['spectral', 'lint', file, '--ruleset', 'tools/openapi/.spectral.yaml', '--fail-severity', 'warn'],
  ['tools/openapi/check-examples.mjs'],
  ['tools/openapi/check-generators.mjs'],
];

process.chdir(root);
// Linting sends nothing to anybody.
process.env.REDOCLY_TELEMETRY = 'off';
process.env.REDOCLY_SUPPRESS_UPDATE_NOTICE = 'true';
await mkdir('dist', { recursive: true });
await writeFile(file, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
// Beside what it describes itself by.
await copyFile('docs/workflows.arazzo.yaml', 'dist/workflows.arazzo.yaml');
for (const judge of judges) {
  const code = await runNode(['scripts/tool.mjs', ...judge]);
  if (code !== 0) process.exitCode = 1;
}
