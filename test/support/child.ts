import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program of the service, or of the tests, as a process of its own. */
export interface Child {
  process: ChildProcess;
  /** What it has written to standard output and to standard error so far. */
  output(): string;
  /** Resolves with the exit code, null after a signal. */
  exited: Promise<number | null>;
}

/**
 * Starts what a TypeScript file is the source of, with exactly this environment besides what Node itself needs: compiled,
 * as production runs it, in half of the time; a file of the tests from its source, because nothing compiles those.
 */
export function startChild(
  file: string,
  args: readonly string[],
  environment: Record<string, string>,
): Child {
  const program = file.startsWith('test/')
    ? ['--import', 'tsx', file]
    : ['--enable-source-maps', `dist/${file.replace(/\.ts$/, '.js')}`];
  const child = spawn(process.execPath, [...program, ...args], {
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
