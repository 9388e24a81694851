// The entry point of this project on any machine: `npm start`, `npm test` and `npm run build` all come through here.
// Plain Node without dependencies, because it has to run on a bare clone, and in old syntax up to the version check.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildWhenStale } from './bootstrap/build.mjs';
import { installWhenStale } from './bootstrap/install.mjs';
import { checkNodeVersion } from './bootstrap/node-version.mjs';
import { runTests } from './bootstrap/test.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Arguments accepted by each command; `null` passes everything on. */
const COMMANDS = { start: ['--verbose'], test: null, build: [] };

const USAGE = `Usage:
  npm start [-- --verbose]     run the whole service here, --verbose with the logs of its processes
  npm test [-- <mocha args>]   run the tests, for example: npm test -- --grep wallet
  npm run build                compile to dist/`;

/** Exits with 2 and prints how to call this script. */
function refuse(reason) {
  console.error(`${reason}\n${USAGE}`);
  process.exit(2);
}

function checkArguments(command, rest) {
  if (command === undefined) refuse('Choose a command: start, test or build.');
  if (!Object.hasOwn(COMMANDS, command)) refuse(`Unknown command "${command}".`);
  const known = COMMANDS[command];
  if (known !== null && rest.includes('--help')) {
    console.log(USAGE);
    process.exit(0);
  }
  const stranger = known === null ? undefined : rest.find((argument) => !known.includes(argument));
  if (stranger !== undefined) refuse(`Unknown argument "${stranger}" for ${command}.`);
}

async function main() {
  checkNodeVersion(root);
  const [command, ...rest] = process.argv.slice(2);
  checkArguments(command, rest);
  process.chdir(root);
  await installWhenStale(root);
  await buildWhenStale(root);
  if (command === 'start') {
    process.setSourceMapsEnabled(true);
    await import(pathToFileURL(path.join(root, 'dist/scripts/start.js')).href);
  }
  if (command === 'test') {
    process.exitCode = await runTests(root, rest);
  }
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
