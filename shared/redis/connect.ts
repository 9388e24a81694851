import { Redis, type RedisOptions } from 'ioredis';

/** Everything the service keeps in Redis lies under this hash tag, so that a Redis Cluster keeps it in one slot. */
export const REDIS_PREFIX = '{verification}';

// Reconnecting is cheap and the doorbell should come back quickly; two seconds is the longest pause.
const reconnectAfter: RedisOptions['retryStrategy'] = (attempt) => Math.min(50 * 2 ** attempt, 2_000);

/**
 * A connection for commands whose caller cannot wait: while Redis is away or frozen they fail at once or within a
 * second, because everything in Redis can be done later (ioredis by default queues and waits for ever).
 */
export function connectForCommands(url: string): Redis {
  return quiet(
    new Redis(url, {
      maxRetriesPerRequest: 1,
      enableOfflineQueue: false,
      commandTimeout: 1_000,
      connectTimeout: 2_000,
      retryStrategy: reconnectAfter,
    }),
  );
}

/** A connection for BullMQ's worker, which blocks on it and must wait out any outage. */
export function connectForBlocking(url: string): Redis {
  return quiet(new Redis(url, { maxRetriesPerRequest: null, retryStrategy: reconnectAfter }));
}

/** A connection that only listens; it subscribes again by itself after every reconnect. */
export function connectForSubscribing(url: string): Redis {
  return quiet(new Redis(url, { maxRetriesPerRequest: null, retryStrategy: reconnectAfter }));
}

// ioredis reports every failed reconnect as an `error` event, which without a listener ends the process. Readiness
// and the metrics tell operations that Redis is away.
function quiet(redis: Redis): Redis {
  redis.on('error', () => undefined);
  return redis;
}
