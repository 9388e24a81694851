import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a command with this terminal and resolves to its exit code (128 + n when signal n ended it).
 * Signals sent to this process alone, as npm does, are passed on, and the command decides how to end. Whatever code it
 * then ends with, this process ends with it as well, with 128 + n: nothing of what was to follow is wanted any more.
 */
export function run(command, args, environment = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env: environment });
    let stopped;
    const pass = (signal) => {
      stopped ??= signal;
      child.kill(signal);
    };
    for (const signal of FORWARDED) process.on(signal, pass);
    const done = () => {
      for (const signal of FORWARDED) process.removeListener(signal, pass);
    };
    child.on('error', (error) => {
      done();
      reject(error);
    });
    child.on('exit', (code, signal) => {
      done();
      if (stopped !== undefined) process.exit(128 + constants.signals[stopped]);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

/** Runs Node with these arguments, see `run`. */
export function runNode(args) {
  return run(process.execPath, args);
}
