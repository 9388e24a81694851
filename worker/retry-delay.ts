interface Backoff {
  firstMs: number;
  longestMs: number;
  /** The least and the most of it that a pause takes: what failed together does not come back together. */
  between: readonly [number, number];
}

/** What is tried again, and at what pauses: each is twice the one before. */
const BACKOFFS = {
  /** A call that was certainly not sent, or refused for now (architecture 4). */
  call: { firstMs: 2_000, longestMs: 60_000, between: [0.5, 1] },
  /** An event at one endpoint. A receiver that comes back gets what it has missed within the hour. */
  delivery: { firstMs: 5_000, longestMs: 3_600_000, between: [0.5, 1.5] },
  /**
   * An endpoint that fails, whatever it is sent: long enough that even a thousand dead receivers take only a few
   * connections, and a short wait after an outage.
   */
  endpoint: { firstMs: 5_000, longestMs: 300_000, between: [0.5, 1.5] },
  /** A mail that the server did not take. */
  mail: { firstMs: 30_000, longestMs: 3_600_000, between: [1, 1] },
} as const satisfies Readonly<Record<string, Backoff>>;

/** Milliseconds until try number `attempt` (1, 2, …) after the first, of what failed each time. `random` is like Math.random. */
export function retryDelayMs(what: keyof typeof BACKOFFS, attempt: number, random = Math.random): number {
  const { firstMs, longestMs, between } = BACKOFFS[what];
  const [least, most] = between;
  return Math.round(Math.min(firstMs * 2 ** (attempt - 1), longestMs) * (least + (most - least) * random()));
}
