// Runs the Procfile as a platform would, by foreman, in production settings on a PostgreSQL, Redis and sandbox of its
// own: release, web and worker start, one verification goes through the API, Ctrl-C ends all of it. Then each process
// alone, as platforms run them: SIGTERM to npm has to end it in order.
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCommandLine } from '../../scripts/command-line.mjs';
import { ADMIN, READY_WITHIN_MS, start, stop, waitUntilReady } from './programs.mjs';
import { verifyOnce } from './use-service.mjs';
import { withWorld } from './world.mjs';

const USAGE = `Usage: npm run try:procfile [-- folder]
Runs the Procfile with production settings on servers of its own, sends one check through, and stops it. The folder is that of a
build, for example one that was made as the Dockerfile says; by default this one.`;

const root = process.cwd();
const [given = '.'] = readCommandLine(USAGE, { words: 1 }).words;
const folder = path.resolve(given);
const base = { PATH: process.env.PATH, HOME: process.env.HOME };

/** Starts a program in the folder. */
function startHere(command, args, settings, output) {
  return start(command, args, { cwd: folder, env: { ...base, ...settings }, output });
}

async function runToItsEnd(script, args, settings) {
  const [code] = await once(startHere('npm', ['run', '--silent', script, '--', ...args], settings), 'exit');
  if (code !== 0) throw new Error(`npm run ${script} ended with ${code}.`);
}

async function tryProcfile({ settings, envFile, port, sandbox }) {
  await runToItsEnd('migrate', [], settings);
  await runToItsEnd('admin', ['create-admin', '--email', ADMIN.email], {
    ...settings,
    ADMIN_PASSWORD: ADMIN.password,
  });
  const foreman = path.join(root, 'tools/node_modules/.bin/nf');
  const options = ['-j', path.join(root, 'Procfile'), '-e', envFile, '-p', String(port)];
  const runner = startHere(foreman, [...options, 'start', 'web=1,worker=1'], {});
  try {
    await waitUntilReady(`http://127.0.0.1:${port}`, runner);
    const { request_id, result } = await verifyOnce(`http://127.0.0.1:${port}`, ADMIN);
    const calls = sandbox.calls().length;
    if (calls !== 1) throw new Error(`The provider was called ${calls} times.`);
    console.log(`${request_id}: ${result.label}, one call.`);
  } finally {
    await stop(runner, 'foreman', 'SIGINT');
  }
}

/** Runs one process through npm until it reports that it is up, and stops it. */
async function trySigterm(script, upWhen, settings) {
  const npm = startHere('npm', ['run', '--silent', script], settings, 'pipe');
  let output = '';
  npm.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!output.includes(upWhen) && npm.exitCode === null && Date.now() < deadline) await sleep(50);
  await stop(npm, script, 'SIGTERM');
  if (!output.includes('"msg":"stopped"')) throw new Error(`${script} was not asked to stop:\n${output}`);
}

await withWorld(async (world) => {
  await tryProcfile(world);
  await trySigterm('start:api', 'api listening', { ...world.settings, PORT: String(world.port) });
  await trySigterm('start:worker', 'worker started', world.settings);
});
