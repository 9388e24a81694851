import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeProcess } from '../../harness/node-process.js';

/**
 * The share of the work done before timing starts: at first, processes are starting and their code is not yet compiled.
 */
const WARM_UP = 0.5;
/** Counting costs the servers as much as some dozen checks, for several seconds. */
const LOOK_EVERY_MS = 50;

export interface DrainOptions {
  /** Starts the processes with a full queue waiting. */
  start(): Promise<readonly NodeProcess[]>;
  count: number;
  countDone(): Promise<number>;
  /** Processor time used by the servers so far, in seconds, by name. */
  serverSeconds(): Readonly<Record<string, number>>;
}

/** The result of a drain, for the timed half. */
export interface Drained {
  perSecond: number;
  /** Processor time per item in µs: of all started processes together as `worker`, and of each server. */
  cpu: Readonly<Record<string, number>>;
}

/** Has a full queue processed and times the second half. Throws if it takes minutes. */
export async function drain(options: DrainOptions): Promise<Drained> {
  const { count, countDone } = options;
  const started = await options.start();
  const seconds = (): Record<string, number> => ({
    worker: started.reduce((sum, process) => sum + process.cpuSeconds(), 0),
    ...options.serverSeconds(),
  });
  const begin = { ...(await reach(count * WARM_UP, countDone)), seconds: seconds() };
  const end = { ...(await reach(count, countDone)), seconds: seconds() };
  await Promise.all(started.map((process) => process.stop()));
  const done = end.done - begin.done;
  const perPiece = Object.entries(end.seconds).map(
    ([name, after]) => [name, ((after - (begin.seconds[name] ?? 0)) / done) * 1e6] as const,
  );
  return { perSecond: (done / (end.at - begin.at)) * 1_000, cpu: Object.fromEntries(perPiece) };
}

async function reach(
  wanted: number,
  countDone: () => Promise<number>,
): Promise<{ done: number; at: number }> {
  const deadline = performance.now() + 180_000;
  while (performance.now() < deadline) {
    const done = await countDone();
    if (done >= wanted) return { done, at: performance.now() };
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`The queue was not worked off: ${await countDone()} of ${wanted}`);
}
