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
  /** The requests acknowledged last. */
  last(): Promise<string[]>;
  /** Everything remembered, newest hour first, in pages. */
  pages(): AsyncIterable<{ hour: Date; requestIds: string[] }>;
}

/** Opens them on a connection that fails fast. */
export function openAcknowledgements(redis: Redis): Acknowledgements {
  const recent = new RecentAcknowledgements();
  return {
    note: async ({ historyId, systemIdentifier, timeline }, requestIds) => {
      const hour = Math.floor(Date.now() / HOUR_MS);
      recent.add(hour, requestIds);
      const place = [historyId, systemIdentifier, String(timeline), String(KEPT_SECONDS)];
      const keys = [HISTORY_KEY, acknowledgedKey(hour), RECENTLY_ACKNOWLEDGED_KEY];
      const noted = await runScript(redis, ACKNOWLEDGE, keys, [...place, ...requestIds]);
      return noted === 1 ? 'noted' : 'superseded';
    },
    remember: async () => {
      // Little at a time: whatever takes Redis longer than a second counts as lost.
      for (const { hour, ids } of [...recent.all()]) {
        await sendAll(
          redis
            .pipeline()
            .sadd(acknowledgedKey(hour), ...ids)
            .expire(acknowledgedKey(hour), KEPT_SECONDS)
            .lpush(RECENTLY_ACKNOWLEDGED_KEY, ...ids),
        );
      }
      await redis.ltrim(RECENTLY_ACKNOWLEDGED_KEY, 0, MAX_RECENT - 1);
    },
    last: () => redis.lrange(RECENTLY_ACKNOWLEDGED_KEY, 0, -1),
    pages: () => readPages(redis),
  };
}

async function* readPages(redis: Redis): AsyncGenerator<{ hour: Date; requestIds: string[] }> {
  for (const hour of (await findHours(redis)).sort((a, b) => b - a)) {
    for await (const requestIds of redis.sscanStream(acknowledgedKey(hour), { count: PAGE })) {
      yield { hour: new Date(hour * HOUR_MS), requestIds: requestIds as string[] };
    }
  }
}

/** Looked for, not computed: a process whose clock was wrong has noted requests under hours that nobody would expect. */
async function findHours(redis: Redis): Promise<number[]> {
  const hours = new Set<number>();
  for await (const keys of redis.scanStream({ match: `${ACKNOWLEDGED_KEYS}*`, count: PAGE })) {
    for (const key of keys as string[]) hours.add(Number(key.slice(ACKNOWLEDGED_KEYS.length)));
  }
  return [...hours].filter(Number.isInteger);
}
