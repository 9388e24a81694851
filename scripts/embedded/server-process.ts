import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** Lines of output kept for the error message if a server ends unexpectedly. */
const KEPT_LINES = 15;

export interface ServerProcessOptions {
  command: string;
  args: readonly string[];
  /** Written to the server's standard input, which is then closed: keeps secrets out of `ps`. */
  input?: string;
  environment?: Record<string, string>;
  user?: { uid: number; gid: number };
  /** Signals that end it, gentlest first; each gets its time in ms before the next is sent. SIGKILL comes last. */
  endWith: ReadonlyArray<{ signal: NodeJS.Signals; withinMs: number }>;
}

/** A running server process and the end of its output. */
export interface ServerProcess {
  readonly pid: number;
  readonly exited: Promise<string>;
  hasExited(): boolean;
  stop(): Promise<void>;
}

/**
 * Ends the server if this process dies without having done so (SIGKILL, a crash): the shell waits for a line that never
 * comes, and the read ends when the system closes our end of the pipe.
 */
function guard(pid: number, signal: string): ChildProcess {
  const guardian = spawn('sh', ['-c', `read _; kill -s ${signal} "$0"`, String(pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guardian.stdin?.on('error', () => undefined);
  guardian.on('error', () => undefined);
  guardian.unref();
  return guardian;
}

function keepLastLines(child: ChildProcess): () => string {
  let kept = '';
  const add = (chunk: string): void => {
    kept = (kept + chunk)
      .split('\n')
      .slice(-KEPT_LINES - 1)
      .join('\n');
  };
  child.stdout?.setEncoding('utf8').on('data', add);
  child.stderr?.setEncoding('utf8').on('data', add);
  return () => kept.trim();
}

/**
 * Starts a server in its own process group, so that a Ctrl-C in the terminal reaches only this process, and in the root
 * folder, because the server's user may be unable to enter ours. Throws if it cannot be started at all.
 */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const child = spawn(options.command, options.args, {
    cwd: '/',
    detached: true,
    env: { PATH: process.env.PATH ?? '', ...options.environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...options.user,
  });
  const lastLines = keepLastLines(child);
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(options.input ?? '');
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${options.command} did not start.`);
  const guardian = guard(pid, options.endWith[0]?.signal.replace('SIG', '') ?? 'TERM');
  let gone = false;
  const exited = new Promise<string>((resolve) => {
    child.once('close', () => {
      gone = true;
      guardian.kill('SIGKILL');
      resolve(lastLines());
    });
  });
  const stop = async (): Promise<void> => {
    for (const { signal, withinMs } of options.endWith) {
      if (gone) return;
      child.kill(signal);
      await Promise.race([exited, sleep(withinMs, undefined, { ref: false })]);
    }
    if (!gone) child.kill('SIGKILL');
    await exited;
  };
  return { pid, exited, hasExited: () => gone, stop };
}
