import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a command with this terminal and resolves to its exit code (128 + n when signal n ended it).
 * Signals sent to this process alone, as npm does, are passed on, and the command decides how to end.
 */
export function run(command, args, environment = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env: environment });
    const pass = (signal) => child.kill(signal);
    for (const signal of forwarded) process.on(signal, pass);
    const done = () => {
      for (const signal of forwarded) process.removeListener(signal, pass);
    };
    child.on('error', (error) => {
      done();
      reject(error);
    });
    child.on('exit', (code, signal) => {
      done();
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

/** Runs Node with these arguments, see `run`. */
export function runNode(args) {
  return run(process.execPath, args);
}
