// Runs a program from tools/ in the project's root: `node scripts/tool.mjs redocly lint openapi.json`, or one of our
// own that needs its packages: `node scripts/tool.mjs tools/deploy/main.mjs`. Those programs are not needed to run or
// test the service, so they are installed on first use.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installWhenStale } from './bootstrap/install.mjs';
import { run, runNode } from './bootstrap/run.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const tools = path.join(root, 'tools');
const [name = '', ...rest] = process.argv.slice(2);

process.chdir(tools);
await installWhenStale(tools);
process.chdir(root);
const isOwn = name.endsWith('.mjs');
const program = isOwn ? path.join(root, name) : path.join(tools, 'node_modules/.bin', name);
if (name === '' || !existsSync(program)) {
  console.error(
    `Name the program of tools/package.json to run, for example: node scripts/tool.mjs redocly --version`,
  );
  process.exit(2);
}
// Our own programs may import the service's sources.
process.exitCode = isOwn
  ? await runNode(['--import', 'tsx', '--import', 'reflect-metadata', program, ...rest])
  : await run(program, rest);
