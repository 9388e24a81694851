import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Express } from 'express';
import { answerBrokenRequest, answerConnect, type BrokenRequestDeps } from './http/broken-request.js';
import { closeAfterUpgrade } from './http/close-after-upgrade.js';
import { closeOnceArrived } from './http/close-once-arrived.js';
import { messageClassesOf } from './http/message-classes.js';
import { PendingResponses } from './http/pending-responses.js';
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
 * How long a caller may stop reading a response that is ready, in milliseconds. Without a limit, a caller that reads
 * nothing would keep the response in memory, and the connection open, for ever.
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
  const pending = new PendingResponses();
  const serve = (req: IncomingMessage, res: ServerResponse): void => {
    pending.add(req.socket, res, () => {
      resetWhenBrokenOff(req, res);
      closeAfterUpgrade(req, res);
      closeOnceArrived(req);
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
    pending.afterBreak(socket, () => answerBrokenRequest(error, socket, deps)),
  );
  // Not one of the options.
  server.timeout = timeout;
  // Without a listener, Node would also close connections whose caller is waiting for our response.
  server.on('timeout', (socket) => {
    if (socket.writableLength > 0 || !pending.isWaiting(socket)) socket.destroy();
  });
  server.on('connect', (req, socket) => {
    // Node leaves this socket and its errors to us: without a listener, a reset would crash the process.
    socket.on('error', () => undefined);
    pending.afterBreak(socket, () => answerConnect(req, socket, deps));
  });
  return server;
}
