import { hostname } from 'node:os';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from './config/common.js';
import { describeOutage } from './db/describe-outage.js';
import { LogOutput } from './log-output.js';
import { OperatorError } from './operator-error.js';
import { describeRedisError } from './redis/describe-outage.js';

export type { Logger } from 'pino';

const standardOutput = new LogOutput(1);

/**
 * Creates the log of a process: one JSON object per line on standard output. Callers log only ids, codes and durations;
 * errors are reduced to their name and code, because messages of libraries may quote data, and their stack is only for
 * debugging (contract 17).
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
    serializers: { err: (error: unknown) => describeError(error, DEBUGGING.has(options.level)) },
  };
  return pino(settings, destination ?? standardOutput);
}

const DEBUGGING: ReadonlySet<LogLevel> = new Set(['trace', 'debug']);

/**
 * The name, code and safe wording of an error, but not its message: one of pg or axios can contain a row or a body.
 * `withPlace` adds where it was thrown.
 */
function describeError(error: unknown, withPlace: boolean): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const message = sayableMessage(error);
  return {
    name: error.name,
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(message !== undefined && { message }),
    ...(withPlace && { at: placeOf(error) }),
    ...(error.cause instanceof Error && { cause: describeError(error.cause, withPlace) }),
  };
}

function sayableMessage(error: Error): string | undefined {
  if (error instanceof OperatorError) return error.message;
  return describeOutage(error) ?? describeRedisError(error);
}

function placeOf(error: Error): string[] {
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return frames.slice(0, 8).map((line) => line.trim());
}
