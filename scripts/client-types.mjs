// Writes client/src/openapi.ts, the types of the client package, from the description of the API.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNode } from './bootstrap/run.mjs';
import { clientDescription, fingerprint } from './openapi/client-description.ts';

const description = 'dist/client-openapi.json';
const types = 'client/src/openapi.ts';

process.chdir(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..'));
const document = clientDescription();
await mkdir('dist', { recursive: true });
await writeFile(description, JSON.stringify(document));
process.exitCode = await runNode(['scripts/tool.mjs', 'openapi-typescript', description, '-o', types]);
if (process.exitCode === 0) {
  const header = `// Made by \`npm run client:types\` from the API description ${fingerprint(document)}.\n`;
  await writeFile(types, header + (await readFile(types, 'utf8')));
}
