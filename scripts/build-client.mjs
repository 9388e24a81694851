// Compiles the client package to client/dist from scratch, so that no deleted source is published: once for `import`,
// and once for `require`.
import { cp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNode } from './bootstrap/run.mjs';
import { readCommandLine } from './command-line.mjs';

readCommandLine('Usage: npm run client:build\nCompiles the client package to client/dist.');

process.chdir(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..'));
await rm('client/dist', { recursive: true, force: true });
for (const project of ['client/tsconfig.json', 'client/tsconfig.cjs.json']) {
  const code = await runNode(['node_modules/typescript/bin/tsc', '-p', project]);
  if (code !== 0) process.exitCode = code;
}
// The page /verify runs them unchanged.
for (const folder of ['client/dist', 'client/dist/cjs']) {
  await cp('portal/public/evidence-checks', `${folder}/evidence-checks`, { recursive: true });
}
// The package itself declares its .js files to be ES modules, as these checks are in either build.
await writeFile('client/dist/cjs/package.json', '{ "type": "commonjs" }\n');
await writeFile('client/dist/cjs/evidence-checks/package.json', '{ "type": "module" }\n');
