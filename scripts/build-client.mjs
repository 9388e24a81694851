// Compiles the client package to client/dist, from nothing, so that no deleted source is published.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNode } from './bootstrap/run.mjs';

process.chdir(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..'));
await rm('client/dist', { recursive: true, force: true });
process.exitCode = await runNode(['node_modules/typescript/bin/tsc', '-p', 'client/tsconfig.json']);
