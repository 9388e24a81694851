// Compiles the client package to client/dist from scratch, so that no deleted source is published: once for `import`,
// and once for `require`.
import { copyFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNode } from './bootstrap/run.mjs';

process.chdir(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..'));
await rm('client/dist', { recursive: true, force: true });
for (const project of ['client/tsconfig.json', 'client/tsconfig.cjs.json']) {
  const code = await runNode(['node_modules/typescript/bin/tsc', '-p', project]);
  if (code !== 0) process.exitCode = code;
}
// The page /verify runs it unchanged.
for (const folder of ['client/dist', 'client/dist/cjs']) {
  await copyFile('portal/public/verify-evidence.js', `${folder}/evidence-checks.mjs`);
}
// The package itself declares its .js files to be ES modules.
await writeFile('client/dist/cjs/package.json', '{ "type": "commonjs" }\n');
