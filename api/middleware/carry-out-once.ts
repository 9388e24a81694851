import type { RequestHandler } from 'express';
import type { ApiDeps } from '../deps.js';
import { sentAgain } from '../errors/unavailable.js';
import { contextOf } from '../http/context.js';
import { Limiter } from '../limits/limiter.js';

/** Pages of the portal give every write without an idempotency key a name of its own in it. */
const WRITE = 'x-send-once';
/** As portal/src/lib/random-key.ts makes them: Redis is given nothing longer. */
const NAME = /^[a-z]{28}$/;
/** Far longer than a browser, or a proxy on its way, takes to send a request again. */
const KNOWN_FOR_SECONDS = 10 * 60;

/**
 * A browser that loses a connection which it had used before, and got no answer on it, sends the request again by
 * itself, a POST too and as often as it has such connections (RFC 9112, 9.3.1 forbids it, all do it): the second API
 * key, client or webhook would be one that nobody asked for. Refuses what was received before. Across all API
 * processes, unless Redis is away. Runs after everything that refuses a request without its handler.
 */
export function carryOutOnce({ redis }: Pick<ApiDeps, 'redis'>): RequestHandler {
  const writes = new Limiter(redis, { name: 'send-once', points: 1, windowSeconds: KNOWN_FOR_SECONDS });
  return async (req, res, next) => {
    const { identity } = contextOf(res);
    const name = req.headers[WRITE];
    if (identity?.channel === 'portal' && typeof name === 'string' && NAME.test(name)) {
      const { used } = await writes.count(`${identity.actor} ${name}`);
      if (used > 1) throw sentAgain();
    }
    next();
  };
}
