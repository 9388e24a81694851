import type { Redis } from 'ioredis';
import { sendAll } from '../redis/send-all.js';
import {
  ACKNOWLEDGED_KEYS,
  acknowledgedKey,
  HISTORY_KEY,
  MAX_RECENT,
  RECENTLY_ACKNOWLEDGED_KEY,
  REMEMBERED_SECONDS,
} from './keys.js';
import { RecentAcknowledgements } from './recent-acknowledgements.js';
import { ACKNOWLEDGE, runScript } from './scripts.js';

const HOUR_MS = 3_600_000;
/** Ids read at once. */
const PAGE = 1_000;
/** An hour longer than promised: the clocks of processes differ. */
const KEPT_SECONDS = REMEMBERED_SECONDS + HOUR_MS / 1_000;

/** The database that accepted the requests. */
export interface AcceptingDatabase {
  historyId: string;
  systemIdentifier: string;
  timeline: number;
}

/** What the witness knows about acknowledged requests. Everything rejects while Redis is unavailable. */
export interface Acknowledgements {
  /**
   * Called before the answers leave. `superseded`: another database has been adopted, and this one is no longer
   * authoritative.
   */
  note(database: AcceptingDatabase, requestIds: readonly string[]): Promise<'noted' | 'superseded'>;
  /** Tells a witness that starts afresh what this process acknowledged recently. */
  remember(): Promise<void>;
  /**
   * Tells the witness what this process acknowledged while it could not be told, because Redis was away or refused
   * writes. Resolves to the histories of the database on which that was accepted; rejects, with what is left for the
   * next time, if the witness does not take all of it now either.
   */
  catchUp(): Promise<ReadonlySet<string>>;
  /** The requests acknowledged last. */
  last(): Promise<string[]>;
  /** Everything remembered, newest hour first, in pages. */
  pages(): AsyncIterable<{ hour: Date; requestIds: string[] }>;
}

/** Opens them on a connection that fails fast. */
export function openAcknowledgements(redis: Redis): Acknowledgements {
  const recent = new RecentAcknowledgements();
  // However long Redis is away, as many as are kept of the recent ones: nobody else knows of them.
  const untold = new RecentAcknowledgements(Number.POSITIVE_INFINITY);
  const untoldOf = new Set<string>();
  return {
    note: async (database, requestIds) => {
      const hour = Math.floor(Date.now() / HOUR_MS);
      recent.add(hour, requestIds);
      try {
        return await note(redis, hour, database, requestIds);
      } catch (error) {
        untold.add(hour, requestIds);
        untoldOf.add(database.historyId);
        throw error;
      }
    },
    remember: async () => {
      // Little at a time: whatever takes Redis longer than a second counts as lost.
      for (const { hour, ids } of [...recent.all()]) await tell(redis, hour, ids);
    },
    catchUp: async () => {
      for (let next = untold.takeOldest(); next !== undefined; next = untold.takeOldest()) {
        try {
          await tell(redis, next.hour, next.ids);
        } catch (error) {
          untold.putBack(next);
          throw error;
        }
      }
      const histories = new Set(untoldOf);
      untoldOf.clear();
      return histories;
    },
    last: () => redis.lrange(RECENTLY_ACKNOWLEDGED_KEY, 0, -1),
    pages: () => readPages(redis),
  };
}

async function note(
  redis: Redis,
  hour: number,
  { historyId, systemIdentifier, timeline }: AcceptingDatabase,
  requestIds: readonly string[],
): Promise<'noted' | 'superseded'> {
  const place = [historyId, systemIdentifier, String(timeline), String(KEPT_SECONDS)];
  const keys = [HISTORY_KEY, acknowledgedKey(hour), RECENTLY_ACKNOWLEDGED_KEY];
  const noted = await runScript(redis, ACKNOWLEDGE, keys, [...place, ...requestIds]);
  return noted === 1 ? 'noted' : 'superseded';
}

/** Notes requests whichever database is adopted by now. Rejects if the witness does not take all of it. */
async function tell(redis: Redis, hour: number, ids: readonly string[]): Promise<void> {
  await sendAll(
    redis
      .pipeline()
      .sadd(acknowledgedKey(hour), ...ids)
      .expire(acknowledgedKey(hour), KEPT_SECONDS)
      .lpush(RECENTLY_ACKNOWLEDGED_KEY, ...ids)
      .ltrim(RECENTLY_ACKNOWLEDGED_KEY, 0, MAX_RECENT - 1),
  );
}

async function* readPages(redis: Redis): AsyncGenerator<{ hour: Date; requestIds: string[] }> {
  for (const hour of (await findHours(redis)).sort((a, b) => b - a)) {
    for await (const requestIds of redis.sscanStream(acknowledgedKey(hour), { count: PAGE })) {
      yield { hour: new Date(hour * HOUR_MS), requestIds: requestIds as string[] };
    }
  }
}

/**
 * Looked for, not computed: a process whose clock was wrong has noted requests under hours that nobody would expect.
 */
async function findHours(redis: Redis): Promise<number[]> {
  const hours = new Set<number>();
  for await (const keys of redis.scanStream({ match: `${ACKNOWLEDGED_KEYS}*`, count: PAGE })) {
    for (const key of keys as string[]) hours.add(Number(key.slice(ACKNOWLEDGED_KEYS.length)));
  }
  return [...hours].filter(Number.isInteger);
}
