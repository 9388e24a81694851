// Writes the API description to dist/openapi.json, as GET /api/v1/openapi.json serves it, and has others check it:
// Redocly, which also checks docs/workflows.arazzo.yaml, Spectral with OWASP's rules, three validators of its examples,
// and code generators, whose output has to compile. The choice of rules is explained in tools/openapi/.
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '../api/openapi/document.ts';
import { runNode } from './bootstrap/run.mjs';
import { readCommandLine } from './command-line.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const FILE = 'dist/openapi.json';
const JUDGES = [
  [
    'redocly',
    'lint',
    'dist/workflows.arazzo.yaml',
    '--config',
    'tools/openapi/redocly.yaml',
    '--format',
    'stylish',
  ],
  ['redocly', 'lint', FILE, '--config', 'tools/openapi/redocly.yaml', '--format', 'stylish'],
  ['spectral', 'lint', FILE, '--ruleset', 'tools/openapi/.spectral.yaml', '--fail-severity', 'warn'],
  ['tools/openapi/check-examples.mjs'],
  ['tools/openapi/check-generators.mjs'],
];

readCommandLine(
  'Usage: npm run lint:api\nWrites the API description to dist/openapi.json and has linters, validators and code generators check it.',
);

process.chdir(root);
// Linting must not send anything anywhere.
process.env.REDOCLY_TELEMETRY = 'off';
process.env.REDOCLY_SUPPRESS_UPDATE_NOTICE = 'true';
await mkdir('dist', { recursive: true });
await writeFile(FILE, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
// Next to the API description it refers to.
await copyFile('docs/workflows.arazzo.yaml', 'dist/workflows.arazzo.yaml');
for (const judge of JUDGES) {
  const code = await runNode(['scripts/tool.mjs', ...judge]);
  if (code !== 0) process.exitCode = 1;
}
