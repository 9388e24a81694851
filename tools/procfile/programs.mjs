import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

export const READY_WITHIN_MS = 60_000;
const STOPS_WITHIN_MS = 60_000;
export const ADMIN = { email: 'admin@service.example', password: 'a-long-first-password' };

const started = [];

/** Starts a program in a process group of its own, with this environment and nothing else of this terminal's. */
export function start(command, args, { cwd, env, output = 'inherit' }) {
  const program = spawn(command, args, { cwd, env, stdio: ['ignore', output, 'inherit'], detached: true });
  started.push(program.pid);
  return program;
}

/** Kills whatever is still running. */
export function killAll() {
  for (const group of started.splice(0)) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
}

/** Whatever went wrong, nothing is left running. */
process.on('exit', killAll);

/** Waits until an address reports ready. Throws if its program ends, or after a minute. */
export async function waitUntilReady(address, program) {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const answer = await fetch(`${address}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    if (program.exitCode !== null || Date.now() > deadline)
      throw new Error(`${address} did not become ready.`);
    await sleep(200);
  }
}

/** Sends a signal and throws unless the program then exits with 0. */
export async function stop(program, name, signal) {
  if (program.exitCode !== null) throw new Error(`${name} ended by itself, with ${program.exitCode}.`);
  const overdue = setTimeout(() => program.kill('SIGKILL'), STOPS_WITHIN_MS);
  program.kill(signal);
  const [code] = await once(program, 'exit');
  clearTimeout(overdue);
  if (code !== 0) throw new Error(`${name} ended with ${code} on ${signal}.`);
  console.log(`${name} ended with 0 on ${signal}.`);
}
