import type { RequestHandler } from 'express';
import type { ApiConfig } from '../../shared/config/api.js';
import { identityOf } from '../http/context.js';
import { quotaExhausted } from './headers.js';
import type { Quota } from './limiter.js';

/** How often what one submission leads to may be asked for: more than by whoever polls it every second for its whole time. */
const REQUESTS_PER_SUBMISSION = 20;
const WINDOW_SECONDS = 60;

/**
 * Creates the policy that limits all requests of a client to one process, whatever they ask for. It is generous, and
 * costs no look-up: it only keeps one client from the whole time of a process, and from lines in the access log, and
 * other rows that are kept, without end. Staff are not limited.
 */
export function limitRequests(
  { clientRequestsPerMinute }: Pick<ApiConfig, 'clientRequestsPerMinute'>,
  now = () => performance.now(),
): RequestHandler {
  const points = clientRequestsPerMinute * REQUESTS_PER_SUBMISSION;
  const quota: Quota = { name: 'all-requests', points, windowSeconds: WINDOW_SECONDS };
  const used = new Map<string, number>();
  let windowEnds = 0;
  return (_req, res, next) => {
    const { liveClientId: client } = identityOf(res);
    const at = now();
    if (at >= windowEnds) {
      used.clear();
      windowEnds = at + WINDOW_SECONDS * 1_000;
    }
    if (client !== null) {
      const count = (used.get(client) ?? 0) + 1;
      used.set(client, count);
      const resetSeconds = Math.ceil((windowEnds - at) / 1_000);
      if (count > points) throw quotaExhausted({ quota, used: count, resetSeconds });
    }
    next();
  };
}
