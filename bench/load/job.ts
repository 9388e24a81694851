/** The load generator's task: one closed loop per connection, for a fixed time. */
export interface LoadJob {
  port: number;
  connections: number;
  /** Requests in this time before the measurement are sent but not counted. */
  warmUpSeconds: number;
  seconds: number;
  method: 'GET' | 'POST';
  /** Used in rotation. */
  paths: readonly string[];
  /** Bearer tokens, used in rotation. */
  tokens: readonly string[];
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Every request gets the header Idempotency-Key with this prefix and a unique number. */
  keyPrefix?: string;
}

/** The result of a job. Latencies are in milliseconds, of requests answered within the measurement. */
export interface LoadResult {
  /** Answers per second within the measurement. */
  perSecond: number;
  /** Answers by HTTP status, warm-up included. */
  statuses: Record<string, number>;
  p50: number;
  p99: number;
  /** From every 2xx answer, warm-up included: what the server claims to have done. */
  requestIds: string[];
}
