import type { Request, RequestHandler, Response } from 'express';
import { CORRELATION_HEADER, chooseCorrelationId } from '../../shared/correlation-id.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { ID_PREFIXES, type IdKind, isPublicId } from '../../shared/domain/public-id.js';
import { traceIdIn } from '../../shared/tracing/trace-id.js';
import type { SpanEnd } from '../../shared/tracing/tracing.js';
import type { ApiDeps } from '../deps.js';
import { contextOf, type Identity, type RequestContext } from '../http/context.js';

/** Stands for a response of which the caller saw nothing, because it had left; as in nginx's logs. */
const CALLER_LEFT = 499;

/** How long a caller must have waited before its leaving counts as our failure: acceptance takes milliseconds. */
const PATIENCE_MS = 1_000;

/** Gives every request its correlation id and logger, and records its log line and duration at the end. */
export function correlate({
  logger,
  metrics,
  tracing,
  config,
}: Pick<ApiDeps, 'logger' | 'metrics' | 'tracing'> & {
  config: Pick<ApiDeps['config'], 'trustProxy'>;
}): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    const correlationId = chooseCorrelationId(req.get(CORRELATION_HEADER));
    // A trace header from outside would decide what is sampled. Behind our own proxies it is theirs, or one they let
    // through.
    const parent = config.trustProxy === false ? undefined : req.get('traceparent');
    const span = tracing.start(req.method, { kind: 'server', parent });
    const { traceparent } = span;
    const context: RequestContext = {
      correlationId,
      logger: logger.child({ correlation_id: correlationId, ...traceIdIn(traceparent) }),
      traceparent,
      acts: [],
    };
    res.locals.context = context;
    res.setHeader(CORRELATION_HEADER, correlationId);
    // `close` follows both a complete answer and a lost connection.
    res.once('close', () => {
      const durationMs = performance.now() - startedAt;
      const route = routeOf(req);
      metrics.requestSeconds.observe(
        { method: req.method, route, status: statusOf(res) },
        durationMs / 1_000,
      );
      if (isFailedSubmission(req, res, durationMs)) metrics.failedSubmissions.inc();
      logRequest(req, res, route, durationMs);
      if (tracing.enabled) span.end(describeRequest(req, res, route));
    });
    next();
  };
}

/** Until something is sent, the response object says 200. */
function statusOf(res: Response): number {
  return res.headersSent ? res.statusCode : CALLER_LEFT;
}

/**
 * Also before any route has handled it, e.g. if authentication is unavailable, and when the caller gave up before we
 * did, as most do when commits hang. A replay of an existing request does not count.
 */
function isFailedSubmission(req: Request, res: Response, durationMs: number): boolean {
  const asked = req.method === 'POST' && req.path === '/api/v1/verifications';
  if (!asked || contextOf(res).requestId !== undefined) return false;
  const status = statusOf(res);
  return status === CALLER_LEFT ? req.complete && durationMs >= PATIENCE_MS : status >= 500;
}

/** Only by the route's pattern: paths and queries are the caller's text. */
function describeRequest(req: Request, res: Response, route: string): SpanEnd {
  return {
    name: `${req.method} ${route}`,
    attributes: {
      'http.request.method': req.method,
      'http.route': route,
      ...(res.headersSent && { 'http.response.status_code': res.statusCode }),
    },
    failed: res.headersSent && res.statusCode >= 500,
  };
}

function logRequest(req: Request, res: Response, route: string, durationMs: number): void {
  const { logger, identity } = contextOf(res);
  const ids = idsIn(req);
  logger.info(
    {
      method: req.method,
      route,
      ...(ids.length > 0 && { ids }),
      status: statusOf(res),
      duration_ms: Math.round(durationMs * 10) / 10,
      ...(identity !== undefined && presentIds(identity)),
      ...(!res.writableFinished && { aborted: true }),
    },
    'request',
  );
}

function presentIds({ actor, user, clientId }: Identity) {
  return {
    ...(user === null ? { api_key_id: actor } : { user_id: actor }),
    ...(clientId !== null && { client_id: toPublicId('client', clientId) }),
  };
}

/**
 * The pattern of the route that handled the request, after the path at which its app is mounted, which has no
 * parameters. An unmatched path is the caller's text: never logged.
 */
function routeOf(req: Request): string {
  const route = req.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? `${req.baseUrl}${route.path}` : 'unknown';
}

/** The path segments that are written like ids of ours. */
function idsIn(req: Request): string[] {
  const kinds = Object.keys(ID_PREFIXES) as IdKind[];
  return req.path.split('/').filter((text) => kinds.some((kind) => isPublicId(kind, text)));
}
