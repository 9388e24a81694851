import type { Redis } from 'ioredis';
import { CHECK_QUEUE } from '../queues/check-queue.js';
import { WEBHOOK_QUEUE } from '../queues/webhook-queue.js';
import { REDIS_PREFIX } from '../redis/prefix.js';
import { WORKERS_KEY } from '../redis/route-health.js';
import { HISTORY_KEY, RECENTLY_ACKNOWLEDGED_KEY } from '../witness/keys.js';

/** A key of ours that holds something of another type, so that every command on it fails. */
export interface UnusableKey {
  key: string;
  /** Types as Redis calls them. */
  holds: string;
  belongs: string;
}

/** What a queue keeps under its own name: BullMQ's keys (its `queue-keys` and scripts, version 6), and our turns. */
const OF_A_QUEUE = {
  active: 'list',
  completed: 'zset',
  delayed: 'zset',
  events: 'stream',
  failed: 'zset',
  id: 'string',
  limiter: 'string',
  marker: 'zset',
  meta: 'hash',
  paused: 'list',
  pc: 'string',
  prioritized: 'zset',
  shares: 'hash',
  stalled: 'set',
  'stalled-check': 'string',
  wait: 'list',
  'waiting-children': 'zset',
} as const;

/** Every key that is there once, and whose loss of use would be felt by everybody. */
const KEYS: ReadonlyMap<string, string> = new Map([
  ...[CHECK_QUEUE, WEBHOOK_QUEUE].flatMap((queue) =>
    Object.entries(OF_A_QUEUE).map(([name, type]) => [`${REDIS_PREFIX}:${queue}:${name}`, type] as const),
  ),
  [HISTORY_KEY, 'hash'],
  [RECENTLY_ACKNOWLEDGED_KEY, 'list'],
  [WORKERS_KEY, 'zset'],
]);

/** Finds the keys that somebody else has written over. Rejects while Redis is unavailable. */
export async function findUnusableKeys(redis: Pick<Redis, 'type'>): Promise<UnusableKey[]> {
  const found = await Promise.all(
    [...KEYS].map(async ([key, belongs]) => ({ key, belongs, holds: await redis.type(key) })),
  );
  return found.filter(({ belongs, holds }) => holds !== belongs && holds !== 'none');
}
