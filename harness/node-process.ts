import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Compiled code of the whole project; npm runs every command in the project's folder. */
const BUILD = resolve('dist');

/** None outlives this process, however it ends. */
const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** Has a signal end this process in the way that takes the children along. For commands, not for tests. */
export function exitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}

const READY_WITHIN_MS = 20_000;
const STOP_WITHIN_MS = 15_000;

export interface NodeProcessOptions {
  /** For the log file and messages. */
  name: string;
  /** Compiled entry point, relative to the build folder unless it is absolute. */
  script: string;
  args?: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** Folder of the log files. */
  logs: string;
  /** Answers 200 as soon as the process is ready. A command has none, and is not waited for. */
  readyUrl?: string;
  /** Options of Node. */
  flags?: readonly string[];
  /** Milliseconds; 20 s unless given. */
  readyWithinMs?: number;
  /** How long it may take to stop in order before it is killed, in milliseconds; 15 s unless given. */
  stopWithinMs?: number;
}

/** A running Node process of ours. */
export interface NodeProcess {
  readonly pid: number;
  /** Resident memory in MiB, as the system counts it. */
  residentMiB(): number;
  /** CPU seconds used so far, user and system. */
  cpuSeconds(): number;
  running(): boolean;
  /** Resolves when it has ended, for whatever reason, with its exit code; null after a signal. */
  readonly exited: Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
}

/** Starts a compiled entry point and waits until it is ready. Throws with the end of its log when it is not. */
export async function startNode(options: NodeProcessOptions): Promise<NodeProcess> {
  const log = join(options.logs, `${options.name}.log`);
  const output = openSync(log, 'a');
  const more = (process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter((flag) => flag !== '');
  const flags = [...(options.flags ?? []), ...more];
  const child = spawn(process.execPath, [...flags, resolve(BUILD, options.script), ...(options.args ?? [])], {
    env: { PATH: process.env.PATH ?? '', ...options.environment },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${options.name} did not start`);
  children.add(child);
  const exited = once(child, 'exit').then(([code]) => {
    children.delete(child);
    return code as number | null;
  });
  if (options.readyUrl !== undefined) await untilReady(child, options.readyUrl, options, log);
  return {
    pid,
    residentMiB: () => residentMiB(pid),
    cpuSeconds: () => cpuSeconds(pid),
    running: () => isRunning(child),
    exited,
    signal: (signal) => void child.kill(signal),
    stop: () => stop(child, exited, options.stopWithinMs),
  };
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

async function untilReady(
  child: ChildProcess,
  readyUrl: string,
  options: NodeProcessOptions,
  log: string,
): Promise<void> {
  const deadline = performance.now() + (options.readyWithinMs ?? READY_WITHIN_MS);
  while (performance.now() < deadline && isRunning(child)) {
    const answer = await fetch(readyUrl).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) return;
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error(`${options.name} is not ready:\n${readFileSync(log, 'utf8').slice(-2_000)}`);
}

async function stop(child: ChildProcess, exited: Promise<unknown>, withinMs = STOP_WITHIN_MS): Promise<void> {
  if (!isRunning(child)) return;
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), withinMs);
  await exited;
  clearTimeout(patience);
}

// The files are Linux', which is what the figures are taken on; elsewhere these figures are missing (NaN).

function residentMiB(pid: number): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB/m.exec(readProc(pid, 'status')) ?? [];
  return Number(kibibytes) / 1024;
}

/** CPU seconds that a process has used so far, user and system. */
export function cpuSeconds(pid: number): number {
  // After the name in parentheses: the 12th and 13th fields are utime and stime in ticks of 10 ms (man 5 proc).
  const fields = readProc(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The same for a process and its direct children, those that have ended included. */
export function cpuSecondsOfGroup(pid: number): number {
  // The 14th and 15th fields are the time of children that have ended.
  const ended = (readProc(pid, 'stat').split(') ')[1]?.split(' ') ?? []).slice(13, 15);
  const living = readProc(pid, `task/${pid}/children`)
    .split(' ')
    .filter((child) => child !== '');
  const times = [cpuSeconds(pid), ...living.map((child) => cpuSeconds(Number(child)))];
  return [...times, ...ended.map((ticks) => Number(ticks) / 100)].reduce((sum, time) => sum + time, 0);
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
