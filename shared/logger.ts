import { hostname } from 'node:os';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from './config/common.js';

export type { Logger } from 'pino';

/**
 * The log of a process: one JSON object a line on standard output. Callers pass ids, codes and durations only;
 * errors are reduced to their name, code and stack, because messages of libraries may quote data.
 */
export function createLogger(
  options: { process: 'api' | 'worker'; level: LogLevel },
  destination?: DestinationStream,
): Logger {
  const settings = {
    level: options.level,
    base: { process: options.process, pid: process.pid, host: hostname() },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
  };
  // While one write is under way, lines gather for the next: under load a request costs no system call of its own.
  // What is left is written when the process exits.
  return pino(settings, destination ?? pino.destination({ fd: 1, sync: false }));
}

/** Name, code and place of an error, without its message: a message of pg or axios can hold a row or a body. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return {
    name: error.name,
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    at: frames.slice(0, 8).map((line) => line.trim()),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}
