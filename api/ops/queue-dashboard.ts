import type { Queue } from 'bullmq';
import type { Express, RequestHandler, Router } from 'express';
import { mayDo } from '../../shared/domain/access.js';
import { type ApiDeps, forStaff } from '../deps.js';
import { unusableToken } from '../errors/catalogue.js';
import { unavailableNow } from '../errors/unavailable.js';
import { contextOf, identityOf } from '../http/context.js';
import type { Authenticate } from '../middleware/authenticate.js';
import { parseOptionalBody } from '../middleware/parse-body.js';
import { guardActs } from './queue-dashboard-acts.js';
import { pageHeaders } from './queue-dashboard-headers.js';

/** The path of the board; its pages, files and data are all below it. */
export const QUEUE_DASHBOARD = '/ops/queues';

/**
 * The queue dashboard (contract 6): bull-board, for support and admins signed in to the portal. The queue only
 * announces that there is work, so no button can lose a request or cause a second paid call.
 */
export function queueDashboardRoutes(router: Router, deps: ApiDeps, authenticate: Authenticate): void {
  router.use(
    QUEUE_DASHBOARD,
    authenticate(),
    requirePortalStaff,
    pageHeaders,
    guardActs(forStaff(deps)),
    parseOptionalBody,
    board(deps),
  );
}

/** Only by cookie, which requires the Origin of this host for every change. */
const requirePortalStaff: RequestHandler = (_req, res, next) => {
  const { role, channel } = identityOf(res);
  if (channel !== 'portal' || !mayDo(role, 'use_queue_board')) {
    throw unusableToken(
      'The queue dashboard is only for support and admins who are signed in to the portal.',
    );
  }
  next();
};

/** Hands the request to the board of the current queue: another is opened if Redis was unavailable at first. */
function board({ checkQueue }: ApiDeps): RequestHandler {
  const boards = new WeakMap<Queue, Express>();
  return async (req, res, next) => {
    const { logger } = contextOf(res);
    const queue = await checkQueue.bullmq().catch((error: unknown) => {
      logger.warn({ err: error }, 'queue dashboard without Redis');
      throw unavailableNow(
        'Redis cannot be reached, so the queue cannot be shown at the moment. No request is lost because of this.',
      );
    });
    // Loaded on first use rather than at every start.
    const { createQueueBoard } = await import('./queue-dashboard-board.js');
    const app = boards.get(queue) ?? createQueueBoard([queue], QUEUE_DASHBOARD, logger);
    boards.set(queue, app);
    app(req, res, next);
  };
}
