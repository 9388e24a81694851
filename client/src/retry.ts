import { ApiError, ConnectionError } from './errors.js';

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 8_000;

/**
 * The pause after the given attempt, counted from 1: doubles each time, with jitter so that no two callers coincide.
 */
export function backoffMs(tries: number): number {
  const longest = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
  return longest * (0.5 + Math.random() / 2);
}

/** Statuses after which the API, or a proxy in front of it, may succeed in a moment. */
const PASSING = new Set([408, 429, 500, 502, 503, 504]);

/** Whether a call that failed like this may succeed if repeated. Whether it may be repeated is another question. */
export function isPassing(error: unknown): error is ApiError | ConnectionError {
  return error instanceof ConnectionError || (error instanceof ApiError && PASSING.has(error.httpStatus));
}

/** How long to wait before the next attempt: as the API asks, or by the backoff. */
export function pauseMs(retryAfterMs: number | undefined, tries: number): number {
  return Math.max(retryAfterMs ?? 0, backoffMs(tries));
}

/** Reads `Retry-After`, seconds or a date (RFC 9110 10.2.3), as milliseconds. */
export function readRetryAfter(headers: Headers, now = Date.now()): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
