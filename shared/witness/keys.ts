import { REDIS_PREFIX } from '../redis/connect.js';

/**
 * How long the witness remembers a call or an acknowledged request: the longest time between a failover, or the moment
 * a backup was restored to, and the adoption. Three days cover a weekend; for a database last seen longer ago
 * (`IS_REMEMBERED`) the witness counts as lost. A call takes about 150 bytes of Redis, an acknowledged request 60.
 */
export const REMEMBERED_HOURS = 72;
export const REMEMBERED_SECONDS = REMEMBERED_HOURS * 3_600;

/**
 * How long it remembers a call of the simulator: longer than one lasts. Made again it costs nothing, and for three days
 * the calls of test mode, which are free, would fill the Redis that everybody's paid calls need.
 */
export const SIMULATED_REMEMBERED_SECONDS = 3_600;

/** What the witness follows: the history of the database, the epoch, and how far the write-ahead log was seen. */
export const HISTORY_KEY = `${REDIS_PREFIX}:history`;

/** The call that may have been made for a check. */
export function calledKey(checkId: string): string {
  return `${REDIS_PREFIX}:called:${checkId}`;
}

/**
 * The mark of an hour, counted since 1970 by PostgreSQL's clock: it was set in the epoch that it holds, before the
 * database was seen in that hour, and lives as long as a call. While it is there, no call since that costs something
 * has been forgotten with time, whatever Redis's clock has done. Named like the calls, so that whoever deletes those by
 * their name deletes it.
 */
export function calledSinceKey(hour: number): string {
  return `${REDIS_PREFIX}:called:since:${hour}`;
}

/** The requests acknowledged last. */
export const RECENTLY_ACKNOWLEDGED_KEY = `${REDIS_PREFIX}:acknowledged-last`;

/**
 * How many of them: more than are acknowledged between two looks at the log's position, which are a second apart, or
 * more on a busy machine. About 1 MB of Redis.
 */
export const MAX_RECENT = 10_000;

/** How the keys of acknowledged requests begin. */
export const ACKNOWLEDGED_KEYS = `${REDIS_PREFIX}:acknowledged:`;

/** The requests acknowledged in an hour, counted since 1970 by the clock of the process that acknowledged them. */
export function acknowledgedKey(hour: number): string {
  return `${ACKNOWLEDGED_KEYS}${hour}`;
}
