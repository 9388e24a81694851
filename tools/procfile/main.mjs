// Runs the Procfile as a platform would, by foreman, in production settings on a PostgreSQL, Redis and sandbox of its
// own: release, web and worker start, one verification goes through the API, Ctrl-C ends all of it. Then each process
// alone, as platforms run them: SIGTERM to npm has to end it in order.
//   npm run try:procfile [-- folder]    the folder of a build, for example one that was made as the Dockerfile says
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyOnce } from './use-service.mjs';
import { openWorld } from './world.mjs';

const READY_WITHIN_MS = 60_000;
const STOPS_WITHIN_MS = 60_000;
const ADMIN = { email: 'admin@service.example', password: 'a-long-first-password' };

const root = process.cwd();
const folder = path.resolve(process.argv[2] ?? '.');
const base = { PATH: process.env.PATH, HOME: process.env.HOME };

const started = [];

/** Starts a program in the folder, in a group of its own, with these settings and nothing else of this terminal's. */
function start(command, args, settings, output = 'inherit') {
  const program = spawn(command, args, {
    cwd: folder,
    env: { ...base, ...settings },
    stdio: ['ignore', output, 'inherit'],
    detached: true,
  });
  started.push(program.pid);
  return program;
}

/** Whatever went wrong, nothing goes on running. */
process.on('exit', () => {
  for (const group of started) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

async function runToItsEnd(script, args, settings) {
  const [code] = await once(start('npm', ['run', '--silent', script, '--', ...args], settings), 'exit');
  if (code !== 0) throw new Error(`npm run ${script} ended with ${code}.`);
}

async function waitUntilReady(address, runner) {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const answer = await fetch(`${address}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    if (runner.exitCode !== null || Date.now() > deadline) throw new Error('The API did not become ready.');
    await sleep(200);
  }
}

/** Sends a signal and throws unless the program then ends with 0. */
async function stop(program, name, signal) {
  if (program.exitCode !== null) throw new Error(`${name} ended by itself, with ${program.exitCode}.`);
  const overdue = setTimeout(() => program.kill('SIGKILL'), STOPS_WITHIN_MS);
  program.kill(signal);
  const [code] = await once(program, 'exit');
  clearTimeout(overdue);
  if (code !== 0) throw new Error(`${name} ended with ${code} on ${signal}.`);
  console.log(`${name} ended with 0 on ${signal}.`);
}

async function tryProcfile({ settings, envFile, port, sandbox }) {
  await runToItsEnd('migrate', [], settings);
  await runToItsEnd('admin', ['create-admin', '--email', ADMIN.email], {
    ...settings,
    ADMIN_PASSWORD: ADMIN.password,
  });
  const foreman = path.join(root, 'tools/node_modules/.bin/nf');
  const options = ['-j', path.join(root, 'Procfile'), '-e', envFile, '-p', String(port)];
  const runner = start(foreman, [...options, 'start', 'web=1,worker=1'], {});
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

/** Runs one process by npm until it says that it is up, and stops it. */
async function trySigterm(script, upWhen, settings) {
  const npm = start('npm', ['run', '--silent', script], settings, 'pipe');
  let output = '';
  npm.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!output.includes(upWhen) && npm.exitCode === null && Date.now() < deadline) await sleep(50);
  await stop(npm, script, 'SIGTERM');
  if (!output.includes('"msg":"stopped"')) throw new Error(`${script} was not asked to stop:\n${output}`);
}

const world = await openWorld();
try {
  await tryProcfile(world);
  await trySigterm('start:api', 'api listening', { ...world.settings, PORT: String(world.port) });
  await trySigterm('start:worker', 'worker started', world.settings);
} finally {
  await world.close();
}
