import type { Redis, RedisOptions } from 'ioredis';
import { gatherWrites } from '../gather-writes.js';
import type { Logger } from '../logger.js';
import { OutageLog } from '../outage-log.js';
import { serverOf } from '../server-of.js';
import { defaultPortOf, openRedis } from './address.js';
import { describeRedisOutage, describeRefusal, refusesDatabase, saysLittle } from './describe-outage.js';
import { noticeSilence } from './notice-silence.js';
import { Refusals } from './refusals.js';

export { REDIS_PREFIX } from './prefix.js';

// Reconnecting is cheap and the queue should come back quickly; two seconds is the longest pause.
const reconnectAfter: RedisOptions['retryStrategy'] = (attempt) => Math.min(50 * 2 ** attempt, 2_000);

/**
 * What a master that has become a replica answers, including from within a script and to blocked clients. The
 * connection is then dropped: the address may lead to another server by now, and a replica takes no work.
 */
const NO_MASTER = /READONLY|MASTERDOWN|UNBLOCKED/;

/** Logs outages of this Redis, for all connections of a process. */
export function redisOutageLog(url: string, logger: Logger): OutageLog {
  return new OutageLog(logger, 'Redis', { server: serverOf(url, defaultPortOf(url)) });
}

/**
 * Opens a connection for commands whose caller cannot wait: while Redis is unavailable or frozen they fail at once or
 * within a second, because everything in Redis can be done later (by default ioredis queues commands and waits
 * forever).
 */
export function connectForCommands(url: string, outages?: OutageLog): Redis {
  return connect(url, outages, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: 1_000,
    connectTimeout: 2_000,
  });
}

/** Opens a connection for BullMQ's worker, which blocks on a copy of it and must wait out any outage. */
export function connectForBlocking(url: string, outages?: OutageLog): Redis {
  const redis = connect(url, outages, { maxRetriesPerRequest: null });
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (override) => {
    const copy = duplicate(override);
    // It may be silent while it waits for a job, and BullMQ itself limits that wait, but not one until Redis is ready.
    noticeSilence(copy, ['connect']);
    return copy;
  };
  return redis;
}

/** Opens a connection that only listens; it resubscribes by itself after every reconnect. */
export function connectForSubscribing(url: string, outages?: OutageLog): Redis {
  return connect(url, outages, { maxRetriesPerRequest: null });
}

/** What happens to commands on a connection that was dropped, such as those that ioredis itself sends at the start. */
const CLOSED = /^Connection is closed|^Stream isn't writeable/;

function connect(url: string, outages: OutageLog | undefined, options: RedisOptions): Redis {
  let dropped = false;
  const redis = openRedis(url, {
    ...options,
    retryStrategy: reconnectAfter,
    reconnectOnError: (error) => {
      // Otherwise ioredis would go on in database 0, which may be another deployment's.
      if (!NO_MASTER.test(error.message) && !refusesDatabase(error)) {
        const refusal = describeRefusal(error);
        if (refusal !== undefined) refusals?.noticed(refusal);
        return false;
      }
      dropped = true;
      outages?.failed(describeRedisOutage(error));
      return true;
    },
  });
  const refusals = outages && new Refusals(redis, outages);
  noticeSilence(redis);
  // ioredis reports every failed reconnect as an `error` event, which without a listener ends the process.
  redis.on('error', (error: Error) => {
    // Why a connection was dropped is in the log already.
    if (!dropped || !CLOSED.test(error.message))
      outages?.failed(describeRedisOutage(error), { saysLittle: saysLittle(error) });
  });
  redis.on('ready', () => {
    dropped = false;
    outages?.worked();
  });
  // Whatever one turn of the event loop asks, on behalf of however many callers.
  redis.on('connect', () => gatherWrites(redis.stream, setImmediate));
  return redis;
}
