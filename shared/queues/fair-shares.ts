import type { Redis } from 'ioredis';
import { REDIS_PREFIX } from '../redis/connect.js';
import { runScript, type Script } from '../witness/scripts.js';

/** Jobs of one client taken in a row while others wait: fewer would use up the numbers below sooner. */
const TURN = 8;
/** BullMQ's least urgent priority; 1 is the most urgent. */
const LAST_PRIORITY = 2 ** 21;

/**
 * Gives each job, as its priority, the number of its client's turn: the first free turn after the client's own waiting
 * jobs, and never one before the turn being served, so that nobody saves up turns for later. A client with one job is
 * thus served next however many jobs of another client wait; a client on its own has all turns.
 *
 * The turn being served is that of the job in front, or the last known one while all jobs are delayed. When nothing is
 * waiting or delayed the count starts over, as it does after Redis has lost it. No client is further ahead than the
 * number of all jobs, which bounds the error after the loss of one of the keys. After 16 million jobs without an empty
 * queue the numbers are used up: jobs are then served in order of arrival until the queue is empty once.
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

/** Checks sent back by support share one turn, since support works for all clients. */
export const SUPPORT_SHARE = 'support';

/**
 * Returns the priorities of new jobs of these clients in a queue, in the same order, from 1 on. Rejects while Redis is
 * unavailable.
 */
export async function takeTurns(
  redis: Redis,
  queue: string,
  clients: readonly string[],
): Promise<readonly number[]> {
  const keys = ['prioritized', 'delayed', 'shares'].map((name) => `${REDIS_PREFIX}:${queue}:${name}`);
  return (await runScript(redis, TAKE_TURNS, keys, clients)) as number[];
}
