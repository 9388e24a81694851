interface Backoff {
  firstMs: number;
  maxMs: number;
  /** Least and greatest factor applied to a pause: the jitter keeps what failed together from retrying together. */
  between: readonly [number, number];
}

/** The retry pauses of each operation, each twice the one before. */
const BACKOFFS = {
  /** A call that was certainly not sent, or refused for now (architecture 4). */
  call: { firstMs: 2_000, maxMs: 60_000, between: [0.5, 1] },
  /** An event at one endpoint. A receiver that recovers gets what it missed within the hour. */
  delivery: { firstMs: 5_000, maxMs: 3_600_000, between: [0.5, 1.5] },
  /**
   * An endpoint that fails whatever it is sent: long enough that even a thousand dead receivers take only a few
   * connections, short enough after an outage.
   */
  endpoint: { firstMs: 5_000, maxMs: 300_000, between: [0.5, 1.5] },
  /** A mail that the server did not accept. */
  mail: { firstMs: 30_000, maxMs: 3_600_000, between: [1, 1] },
} as const satisfies Readonly<Record<string, Backoff>>;

/**
 * Returns the milliseconds before retry number `attempt` (1, 2, …) of an operation that has failed each time. `random`
 * works like Math.random.
 */
export function retryDelayMs(what: keyof typeof BACKOFFS, attempt: number, random = Math.random): number {
  const { firstMs, maxMs, between } = BACKOFFS[what];
  const [least, most] = between;
  return Math.round(Math.min(firstMs * 2 ** (attempt - 1), maxMs) * (least + (most - least) * random()));
}
