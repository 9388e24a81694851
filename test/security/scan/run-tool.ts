import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** How a program ended, and its output. */
export interface ToolRun {
  output: string;
  /** It was still running at its deadline and was stopped. */
  cutOff: boolean;
}

const ENDS_WITHIN_MS = 10_000;

/** Which of these programs are not installed. */
export function missingPrograms(names: readonly string[]): string[] {
  return names.filter((name) => spawnSync('which', [name]).status !== 0);
}

/** Runs a program for at most this many seconds, and ends it with everything it started. */
export async function runTool(
  program: string,
  args: readonly string[],
  { seconds, folder }: { seconds: number; folder: string },
): Promise<ToolRun> {
  // A process group of its own, so that stopping it stops no other.
  const child = spawn(program, args, { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  let cutOff = false;
  const deadline = setTimeout(() => {
    cutOff = true;
    signalGroup(child, 'SIGINT');
    setTimeout(() => signalGroup(child, 'SIGKILL'), ENDS_WITHIN_MS).unref();
  }, seconds * 1_000);
  await once(child, 'close');
  clearTimeout(deadline);
  return { output, cutOff };
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // It has ended in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
