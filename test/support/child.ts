import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A process of the service, run from its source. */
export interface Child {
  process: ChildProcess;
  /** What it has written to standard output and to standard error so far. */
  output(): string;
  /** Resolves with the exit code, null after a signal. */
  exited: Promise<number | null>;
}

/** Starts a TypeScript file with exactly this environment, besides what Node itself needs. */
export function startChild(
  file: string,
  args: readonly string[],
  environment: Record<string, string>,
): Child {
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  const ends = streams.map((stream) => {
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
    return once(stream, 'end');
  });
  // Not `close`: it never comes after a disconnect.
  const exited = Promise.all([once(child, 'exit'), ...ends]).then(([[code]]) => code as number | null);
  return { process: child, output: () => output, exited };
}
