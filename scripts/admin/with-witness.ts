import { once } from 'node:events';
import { settingsFrom } from '../../shared/config/environment.js';
import { readRedisUrl } from '../../shared/config/transport.js';
import { connectForCommands } from '../../shared/redis/connect.js';
import { describeRedisError } from '../../shared/redis/describe-outage.js';
import { openWitness, type Witness } from '../../shared/witness/witness.js';
import { describeUnknown } from './unknown-outcome.js';

const AGAIN = 'run the command again once Redis is back. What is done is not done twice.';
const REDIS_WITHIN_MS = 5_000;

/** What ioredis says of a command that found no connection, or lost it. */
const NO_CONNECTION = /^Reached the max retries|^Connection is closed|^Stream isn't writeable/;

/** Uses the second witness, in the Redis of REDIS_URL. Throws, with what to do, if that is unavailable or goes away. */
export async function withWitness<T>(work: (witness: Witness) => Promise<T>): Promise<T> {
  const redis = connectForCommands(readAddress());
  try {
    await once(redis, 'ready', { signal: AbortSignal.timeout(REDIS_WITHIN_MS) }).catch(() => {
      throw new Error('Redis cannot be reached. Start it first: it may remember what was called.');
    });
    return await work(openWitness(redis));
  } catch (error) {
    throw describeLoss(error) ?? error;
  } finally {
    redis.disconnect();
  }
}

function describeLoss(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const isLost = NO_CONNECTION.test(error.message);
  const reason = isLost ? 'The connection to Redis was lost' : describeRedisError(error);
  return reason === undefined ? undefined : new Error(describeUnknown(reason, AGAIN), { cause: error });
}

function readAddress(): string {
  const hint = 'the second witness is told there';
  return settingsFrom(process.env, (reader) => readRedisUrl(reader, 'REDIS_URL', hint));
}
