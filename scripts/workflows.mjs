// Writes docs/workflows.arazzo.yaml: the first session and the guides as workflows for tools.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from './command-line.mjs';
import { toYaml, WORKFLOWS } from './openapi/workflows.ts';

readCommandLine(
  'Usage: npm run workflows\nWrites the first session and the guides as workflows to docs/workflows.arazzo.yaml.',
);

process.chdir(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..'));
await writeFile('docs/workflows.arazzo.yaml', toYaml(WORKFLOWS));
