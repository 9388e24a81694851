// Writes client/src/openapi.ts, the types of the client package, from the description of the API.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNode } from './bootstrap/run.mjs';
import { readCommandLine } from './command-line.mjs';
import { clientDescription, fingerprint } from './openapi/client-description.ts';

const DESCRIPTION = 'dist/client-openapi.json';
const TYPES = 'client/src/openapi.ts';

readCommandLine(
  'Usage: npm run client:types\nWrites the types of the client package, client/src/openapi.ts, from the API description.',
);

process.chdir(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..'));
const document = clientDescription();
await mkdir('dist', { recursive: true });
await writeFile(DESCRIPTION, JSON.stringify(document));
process.exitCode = await runNode(['scripts/tool.mjs', 'openapi-typescript', DESCRIPTION, '-o', TYPES]);
if (process.exitCode === 0) {
  const header = `// Made by \`npm run client:types\` from the API description ${fingerprint(document)}.\n`;
  await writeFile(TYPES, header + (await readFile(TYPES, 'utf8')));
}
