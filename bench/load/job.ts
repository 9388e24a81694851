/** What the load generator is told to do: one closed loop per connection, for a fixed time. */
export interface LoadJob {
  port: number;
  connections: number;
  /** Requests in this time before the measurement are sent, and not counted. */
  warmUpSeconds: number;
  seconds: number;
  method: 'GET' | 'POST';
  /** Used in turn. */
  paths: readonly string[];
  /** Bearer tokens, used in turn. */
  tokens: readonly string[];
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Every request gets the header Idempotency-Key with this text and a number of its own. */
  keyPrefix?: string;
}

/** What came of it. Latencies in milliseconds, of the requests that were answered within the measurement. */
export interface LoadResult {
  /** Answers per second within the measurement. */
  perSecond: number;
  /** Answers by HTTP status, warm-up included. */
  statuses: Record<string, number>;
  p50: number;
  p99: number;
  /** Of every 2xx answer, warm-up included: what it says was done. */
  requestIds: string[];
}
