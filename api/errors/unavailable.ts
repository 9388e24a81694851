import { ApiError, type Extras } from './catalogue.js';

/** Whether a request answered with a 503 was stored: `unknown` if a write was sent and its reply was lost. */
export type Stored = 'no' | 'unknown';

const AWAY = 'The database is temporarily unavailable';
const WHAT_NEXT: Readonly<Record<Stored | 'reading', string>> = {
  reading: `${AWAY}. Send the same request again.`,
  no: `${AWAY}, and nothing was stored. Send the same request again, with the same idempotency key if it has one.`,
  unknown:
    'The connection to the database was lost before it confirmed whether this request was stored. Send exactly the same request again with the same idempotency key, never with a new one. If it has no key, first check whether it took effect.',
};

/**
 * The database is unavailable or read-only. A request that only reads, by its method, is told nothing about storing.
 */
export function serviceUnavailable(method: string, stored: Stored): ApiError {
  const reading = method === 'GET' || method === 'HEAD';
  return unavailableNow(WHAT_NEXT[reading ? 'reading' : stored], { body: { stored } });
}

/** A 503 with the usual members: when to retry, and that nothing was stored unless the extras say otherwise. */
export function unavailableNow(message: string, { body, ...extras }: Omit<Extras, 'headers'> = {}): ApiError {
  return new ApiError('service_unavailable', message, {
    ...extras,
    body: { stored: 'no' satisfies Stored, ...body },
    headers: { 'Retry-After': '5' },
  });
}

/** A request that was received before, whose answer the browser has not seen (api/middleware/carry-out-once.ts). */
export function sentAgain(): ApiError {
  return unavailableNow(
    'The connection was lost before an answer came, and your browser sent this again, which was not done a second time. First check whether it took effect.',
    { body: { stored: 'unknown' satisfies Stored } },
  );
}

/** The database server may lose what it acknowledges, so nothing is accepted on it (contract 15). */
export function notDurable(): ApiError {
  return unavailableNow(
    'The database cannot store requests durably at the moment, so none is accepted, and nothing was stored. Send the same request again with the same idempotency key.',
  );
}

/** A PDF report that was abandoned for the sake of other callers. */
export function documentUnavailable(cause: Error): ApiError {
  return unavailableNow(
    'The PDF report cannot be created at the moment. Request it again, or request the JSON report, which has the same content.',
    { cause },
  );
}
