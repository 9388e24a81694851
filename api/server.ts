import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Express } from 'express';
import { answerBrokenRequest, answerConnect, type BrokenRequestDeps } from './http/broken-request.js';
import { messageClassesOf } from './http/message-classes.js';
import { OwedAnswers } from './http/owed-answers.js';
import { resetWhenBrokenOff } from './http/reset-broken-off.js';
import { MAX_HEADERS } from './middleware/validate-head.js';

/**
 * How long a request may take to arrive (contract 8), in milliseconds. The limits end with its last byte: the answer
 * may then take its time, since a POST waits up to 30 s for the worker.
 */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
  // Longer than the 60 s after which common load balancers drop an idle connection, so that they close it first, rather
  // than we while they are sending.
  keepAliveTimeout: 65_000,
} as const satisfies ServerOptions;

/**
 * How long a caller may stop taking an answer that is ready, in milliseconds. Without a limit, whoever reads nothing
 * keeps the answer in memory, and the connection, for good.
 */
const STALLED_AFTER_MS = 60_000;

/** Requests Node would refuse with an empty body; the app refuses them in the common error format. */
const JUDGED_BY_THE_APP = { requireHostHeader: false } as const satisfies ServerOptions;

type ShorterLimits = Partial<ServerOptions> & { timeout?: number };

/** Creates the HTTP server of an app, not listening yet. Tests may shorten the limits. */
export function createServer(
  app: Express,
  deps: BrokenRequestDeps,
  { timeout = STALLED_AFTER_MS, ...limits }: ShorterLimits = {},
): Server {
  const owed = new OwedAnswers();
  const serve = (req: IncomingMessage, res: ServerResponse): void => {
    owed.add(req.socket, res, () => {
      resetWhenBrokenOff(req, res);
      app(req, res);
    });
  };
  const server = createHttpServer(
    { ...LIMITS, ...JUDGED_BY_THE_APP, ...limits, ...messageClassesOf(app) },
    serve,
  );
  // One more, so that the app sees that there are too many.
  server.maxHeadersCount = MAX_HEADERS + 1;
  // Only expectations other than 100-continue arrive here, and not as requests.
  server.on('checkExpectation', serve);
  server.on('clientError', (error, socket) =>
    owed.afterBreak(socket, () => answerBrokenRequest(error, socket, deps)),
  );
  // Not one of the options.
  server.timeout = timeout;
  // Heard by nobody, it would also end the connections of those who are waiting for us.
  server.on('timeout', (socket) => {
    if (socket.writableLength > 0 || !owed.owes(socket)) socket.destroy();
  });
  server.on('connect', (req, socket) => {
    // Node lets go of the connection, errors included: unheard, a reset would end the process.
    socket.on('error', () => undefined);
    owed.afterBreak(socket, () => answerConnect(req, socket, deps));
  });
  return server;
}
