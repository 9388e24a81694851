import type { Response } from 'express';
import type { ApiDeps } from '../deps.js';
import { quotaExhausted, rateLimitHeaders } from './headers.js';
import { Limiter } from './limiter.js';

export interface RequestLimit {
  /**
   * Counts one request of a client, sets the headers that tell what is left, and throws `rate_limited` beyond the
   * quota.
   */
  consume(clientId: string, res: Response): Promise<void>;
}

/** The quota of POST /api/v1/verifications: CLIENT_REQUESTS_PER_MINUTE per client, across all API processes. */
export function createRequestLimit({ config, redis }: Pick<ApiDeps, 'config' | 'redis'>): RequestLimit {
  const points = config.clientRequestsPerMinute;
  const limiter = new Limiter(redis, { name: 'client-requests', points, windowSeconds: 60 });
  return {
    consume: async (clientId, res) => {
      const standing = await limiter.count(clientId);
      if (standing.used > points) throw quotaExhausted(standing);
      res.set(rateLimitHeaders(standing));
    },
  };
}
