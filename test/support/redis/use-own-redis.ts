import type { Redis } from 'ioredis';
import { type OwnServer, startOwnRedis } from '../../../harness/own-servers.js';
import { waitFor } from '../../../harness/wait-for.js';
import { connectForCommands } from '../../../shared/redis/connect.js';

/** Starts a Redis before the tests of the calling `describe`, for them alone, and returns how to reach it in them. */
export function useOwnRedis(): () => Redis {
  let server: OwnServer | undefined;
  let redis: Redis | undefined;
  before(async () => {
    server = await startOwnRedis();
    const connection = connectForCommands(server.url);
    redis = connection;
    await waitFor(() => connection.status === 'ready', { describe: 'Redis is connected' });
  });
  after(async () => {
    redis?.disconnect();
    await server?.remove();
  });
  return () => {
    if (redis === undefined) throw new Error('This Redis runs only while tests run');
    return redis;
  };
}
