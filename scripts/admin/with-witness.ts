import { once } from 'node:events';
import { EnvironmentReader } from '../../shared/config/environment.js';
import { readRedisUrl } from '../../shared/config/transport.js';
import { connectForCommands } from '../../shared/redis/connect.js';
import { openWitness, type Witness } from '../../shared/witness/witness.js';

const REDIS_WITHIN_MS = 5_000;

/** Uses the second witness, in the Redis of REDIS_URL. Throws, with what to do, if that is unavailable. */
export async function withWitness<T>(work: (witness: Witness) => Promise<T>): Promise<T> {
  const redis = connectForCommands(readAddress());
  try {
    await once(redis, 'ready', { signal: AbortSignal.timeout(REDIS_WITHIN_MS) }).catch(() => {
      throw new Error('Redis cannot be reached. Start it first: it may remember what was called.');
    });
    return await work(openWitness(redis));
  } finally {
    redis.disconnect();
  }
}

function readAddress(): string {
  const reader = new EnvironmentReader(process.env);
  const url = readRedisUrl(reader, 'REDIS_URL', 'the second witness is told there');
  reader.finish();
  return url;
}
