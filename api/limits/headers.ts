import { type ApiError, rateLimited } from '../errors/catalogue.js';
import type { Standing } from './limiter.js';

/** `RateLimit` and `RateLimit-Policy` as structured fields (draft-ietf-httpapi-ratelimit-headers-10, 3 and 4). */
export function rateLimitHeaders({ quota, used, resetSeconds }: Standing): Record<string, string> {
  const remaining = Math.max(0, quota.points - used);
  return {
    RateLimit: `"${quota.name}";r=${remaining};t=${resetSeconds}`,
    'RateLimit-Policy': `"${quota.name}";q=${quota.points};w=${quota.windowSeconds}`,
  };
}

/** The 429 of a policy that limits concurrency; without a window, because a place is freed when a request ends. */
export function placesTaken(policy: string, places: number, retryAfterSeconds: number): ApiError {
  return rateLimited(retryAfterSeconds, {
    RateLimit: `"${policy}";r=0;t=${retryAfterSeconds}`,
    'RateLimit-Policy': `"${policy}";q=${places}`,
  });
}

/** The 429 of an exhausted quota. */
export function quotaExhausted(standing: Standing): ApiError {
  return rateLimited(standing.resetSeconds, rateLimitHeaders({ ...standing, used: standing.quota.points }));
}
