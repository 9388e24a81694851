import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { AppViewRoute } from '@bull-board/api/typings/app';
import { ExpressAdapter } from '@bull-board/express';
import type { Job, Queue } from 'bullmq';
import type { Express, RequestHandler } from 'express';
import { isStoredId } from '../../shared/domain/ids.js';
import type { Logger } from '../../shared/logger.js';

/** bull-board's page loads a font from another host, which must not learn who looks at our queue. */
const FOREIGN_FONT = /<link href="https:\/\/[^"]*" rel="stylesheet">/g;

/** Has the page go away with its session (portal/public/board-session.js). It runs before anything is shown. */
const SESSION_SCRIPT = '<script src="/board-session.js"></script>';

/** Serves bull-board's page without external resources, and with a script of ours. */
class OwnHostAdapter extends ExpressAdapter {
  override setEntryRoute({ method, route, handler }: AppViewRoute): this {
    const show: RequestHandler = (_req, res, next) => {
      const { name, params } = handler({ basePath: this.basePath, uiConfig: this.uiConfig });
      this.app.render(name, params, (error: Error | null, html?: string) => {
        if (error) next(error);
        else res.type('html').send(withOwnScript((html ?? '').replace(FOREIGN_FONT, '')));
      });
    };
    // One route each, so that the request log can name the one that matched.
    for (const path of [route].flat()) this.app[method](path, show);
    return this;
  }
}

function withOwnScript(html: string): string {
  return html.replace('</head>', `${SESSION_SCRIPT}</head>`);
}

/** bull-board over the given queues as an app to mount at `path`. Access control is up to its caller. */
export function createQueueBoard(queues: readonly Queue[], path: string, logger: Logger): Express {
  const adapter = new OwnHostAdapter();
  adapter.setBasePath(path);
  createBullBoard({
    queues: queues.map(describeQueue),
    serverAdapter: adapter,
    options: {
      uiConfig: {
        boardTitle: 'Queues',
        hideDocsLink: true,
        hideRedisDetails: true,
        miscLinks: [{ text: 'Portal', url: '/' }],
      },
    },
  });
  // Must follow createBullBoard, whose own handler sends the browser the message of any error.
  adapter.setErrorHandler((error) => {
    logger.warn({ err: error }, 'queue dashboard');
    return { status: 500, body: { error: { key: 'ERRORS.INTERNAL_SERVER_ERROR' } } };
  });
  const app = adapter.getRouter() as Express;
  app.disable('x-powered-by');
  return app;
}

/** BullMQ keeps the stack of the error with every failed job, and no answer has one (contract 17). */
class StacklessAdapter extends BullMQAdapter {
  override async getJob(id: string): Promise<Job | undefined> {
    const job = await super.getJob(id);
    return job && withoutStack(job);
  }

  override async getJobs(...asked: Parameters<BullMQAdapter['getJobs']>): Promise<Job[]> {
    return (await super.getJobs(...asked)).map(withoutStack);
  }
}

function withoutStack(job: Job): Job {
  job.stacktrace = [];
  return job;
}

function describeQueue(queue: Queue): BullMQAdapter {
  const adapter = new StacklessAdapter(queue, {
    description: 'Contains only ids; the rest is in PostgreSQL',
  });
  // Anyone who can write to Redis can put anything into a job: only what we put there is shown.
  adapter.setFormatter('data', ({ check_id }: { check_id?: unknown }) => ({
    check_id: isStoredId(check_id) ? check_id : null,
  }));
  adapter.setFormatter('returnValue', () => null);
  return adapter;
}
