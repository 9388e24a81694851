import { type OwnServer, startOwnRedis } from '../../../harness/own-servers.js';
import { waitFor } from '../../../harness/wait-for.js';
import { startApi, type TestApi } from './app.js';

/** An API of the calling `describe` that had a Redis, which has crashed. */
export function useApiWithoutRedis(options: Parameters<typeof startApi>[0] = {}): () => TestApi {
  let redis: OwnServer;
  let api: TestApi;
  before(async () => {
    redis = await startOwnRedis();
    api = await startApi({ ...options, redisUrl: redis.url });
    await waitFor(() => api.deps.redis.status === 'ready', { describe: 'Redis connected' });
    await redis.crash();
  });
  after(async () => {
    await api.close();
    await redis.remove();
  });
  return () => api;
}
