import type { Redis } from 'ioredis';
import { REDIS_PREFIX } from '../../shared/redis/connect.js';
import { runScript, type Script } from '../../shared/witness/scripts.js';

/** A log head that others may have seen. */
export interface PublishedHead {
  size: number;
  root: Buffer;
}

/**
 * What was last published of each log, remembered outside PostgreSQL, since a database that went back in time no longer
 * knows it. Losing it costs certainty, not evidence. Everything rejects while Redis is unavailable.
 */
export interface PublishedHeads {
  read(origin: string): Promise<PublishedHead | undefined>;
  /** Keeps only the largest head: a late, smaller one changes nothing. */
  note(origin: string, head: PublishedHead): Promise<void>;
}

/** KEYS: the log. ARGV: size, root. */
const NOTE_HEAD: Script = {
  name: 'logNoteHead',
  keys: 1,
  lua: `
    local size = redis.call('HGET', KEYS[1], 'size')
    if size and tonumber(size) >= tonumber(ARGV[1]) then return 0 end
    redis.call('HSET', KEYS[1], 'size', ARGV[1], 'root', ARGV[2])
    return 1`,
};

/** The Redis key of a log's published head. */
export function publishedKey(origin: string): string {
  return `${REDIS_PREFIX}:log:${origin}`;
}

/** Opens the memory on a connection that fails fast. */
export function openPublishedHeads(redis: Redis): PublishedHeads {
  return {
    read: async (origin) => {
      const { size, root } = await redis.hgetall(publishedKey(origin));
      if (!size || !root) return undefined;
      return { size: Number(size), root: Buffer.from(root, 'base64') };
    },
    note: async (origin, { size, root }) => {
      await runScript(redis, NOTE_HEAD, [publishedKey(origin)], [String(size), root.toString('base64')]);
    },
  };
}
