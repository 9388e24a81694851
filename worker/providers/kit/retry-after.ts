/** A 429 without a usable Retry-After holds the route for 5 s, and no 429 for more than 5 minutes (architecture 4). */
const DEFAULT_MS = 5_000;
const MAX_MS = 300_000;
/** A wait of zero would loop on a provider that says "at once" and refuses again. */
const MIN_MS = 1_000;

/** The fixed-length date of RFC 9110, 5.6.7; the two obsolete forms count as absent. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Returns the wait in milliseconds that a Retry-After header asks for (RFC 9110, 10.2.3: whole seconds or a date),
 * clamped to between 1 s and 300 s; 5 s if it is absent or neither. `now` is the wall clock in milliseconds.
 */
export function retryAfterMs(header: string | undefined, now: number): number {
  const asked = header === undefined ? undefined : parse(header.trim(), now);
  return asked === undefined ? DEFAULT_MS : Math.min(MAX_MS, Math.max(MIN_MS, asked));
}

function parse(header: string, now: number): number | undefined {
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  if (!HTTP_DATE.test(header)) return undefined;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : date - now;
}
