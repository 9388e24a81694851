import type { Redis } from 'ioredis';
import { REDIS_PREFIX } from '../redis/connect.js';
import { runScript, type Script } from '../witness/scripts.js';

/** Jobs of one client that are taken in a row while others wait: fewer would use the numbers below up sooner. */
const TURN = 8;
/** The least urgent priority that BullMQ knows; 1 is the most urgent. */
const LAST_PRIORITY = 2 ** 21;

/**
 * Gives each job the number of the turn in which its client comes to it, as its priority: the first free turn after
 * the client's own jobs that wait, and never one before the turn that is being served, so that nobody saves turns up
 * for later. A client with one job is so served next however many wait of another; a client alone has all turns.
 *
 * The turn being served is that of the job in front, or the last known one while all jobs pause. When nothing waits and
 * nothing pauses the count begins anew, also after Redis has lost it. No client is further ahead than all jobs there
 * are, which bounds what is wrong after a loss of one of the keys. After 16 million jobs without an empty queue the
 * numbers are used up: jobs then come in the order of their arrival until the queue is empty once.
 *
 * KEYS: prioritized and delayed jobs of BullMQ, shares. ARGV: clients. The score of a prioritized job is its priority
 * times 2^32 plus a counter.
 */
const TAKE_TURNS: Script = {
  name: 'takeTurns',
  keys: 3,
  lua: `
    local queued = redis.call('ZCARD', KEYS[1]) + redis.call('ZCARD', KEYS[2])
    local served = 0
    if queued == 0 then
      redis.call('DEL', KEYS[3])
    else
      served = tonumber(redis.call('HGET', KEYS[3], 'served') or '0')
      local front = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
      if front[2] then
        served = math.max(served, (math.floor(tonumber(front[2]) / 4294967296) - 1) * ${TURN})
      end
    end
    redis.call('HSET', KEYS[3], 'served', served)
    local priorities = {}
    for index, client in ipairs(ARGV) do
      local place = tonumber(redis.call('HGET', KEYS[3], client) or '-1') + 1
      if place < served or place > served + queued + index + ${TURN} then place = served end
      redis.call('HSET', KEYS[3], client, place)
      priorities[index] = math.min(math.floor(place / ${TURN}) + 1, ${LAST_PRIORITY})
    end
    return priorities`,
};

/** Whoever sent checks back shares one turn among them: support works for all clients. */
export const SUPPORT_SHARE = 'support';

/**
 * The priorities of new jobs of these clients in a queue, in their order, from 1 on. Rejects while Redis is away.
 */
export async function takeTurns(
  redis: Redis,
  queue: string,
  clients: readonly string[],
): Promise<readonly number[]> {
  const keys = ['prioritized', 'delayed', 'shares'].map((name) => `${REDIS_PREFIX}:${queue}:${name}`);
  return (await runScript(redis, TAKE_TURNS, keys, clients)) as number[];
}
