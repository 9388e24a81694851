import { REDIS_PREFIX } from '../redis/connect.js';

/**
 * How long the witness remembers a call or an acknowledged request: the longest that may pass between a failover, or
 * the moment that a backup was restored to, and the adoption. Three days are a weekend; for a database that was last seen
 * longer ago (`IS_REMEMBERED`) it counts as lost. A call takes about 150 bytes of Redis, an acknowledged request 60.
 */
export const REMEMBERED_HOURS = 72;
export const REMEMBERED_SECONDS = REMEMBERED_HOURS * 3_600;

/** What the witness goes with: history of the database, epoch, and how far the write-ahead log was seen. */
export const HISTORY_KEY = `${REDIS_PREFIX}:history`;

/** The call that may have been made for a check. */
export function calledKey(checkId: string): string {
  return `${REDIS_PREFIX}:called:${checkId}`;
}

/** The requests that were acknowledged last. */
export const RECENTLY_ACKNOWLEDGED_KEY = `${REDIS_PREFIX}:acknowledged-last`;

/**
 * How many of them: more than are acknowledged between two looks at how far the log is, a second apart and more on a
 * machine that is short of time. About 1 MB of Redis.
 */
export const MOST_RECENT = 10_000;

/** The requests that were acknowledged in an hour, counted since 1970. */
export function acknowledgedKey(hour: number): string {
  return `${REDIS_PREFIX}:acknowledged:${hour}`;
}
