import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { CORRELATION_HEADER, chooseCorrelationId } from '../correlation-id.js';
import { sha256 } from '../crypto/sha256.js';
import { docUrl } from '../doc-url.js';
import { echoName } from '../domain/echo-name.js';
import { type FieldFault, MAX_UNKNOWN_FIELDS } from '../domain/faults.js';
import { responseHeaders } from '../response-headers.js';
import type { WireError } from '../wire/error.js';
import { describeUnready, type Readiness, type Stopping } from './readiness.js';

/** Without HSTS: nobody promises https on a port of the internal network. */
const HEADERS = responseHeaders({ hsts: false });

interface OpsParts {
  registry: Registry;
  /** Required by /metrics; probes of the other two know no secrets, and learn none. */
  token?: string | undefined;
  readiness: () => Promise<Readiness | Stopping>;
}

interface Answer {
  status: number;
  type: string;
  body: string;
}

/**
 * Creates the server of METRICS_PORT, for api and worker alike: /metrics, /healthz and /readyz. It does not listen yet.
 */
export function createOpsServer(parts: OpsParts): Server {
  return createServer((req, res) => {
    const correlationId = chooseCorrelationId(req.headers[CORRELATION_HEADER.toLowerCase()]?.toString());
    res.setHeaders(HEADERS);
    res.setHeader(CORRELATION_HEADER, correlationId);
    answer(req, correlationId, parts).then(
      (result) => send(res, result),
      () => send(res, failure(500, 'internal_error', 'The metrics cannot be collected.', correlationId)),
    );
  });
}

type Answerer = (parts: OpsParts, correlationId: string) => Answer | Promise<Answer>;

const ADDRESSES: ReadonlyMap<string, Answerer> = new Map<string, Answerer>([
  [
    '/metrics',
    async ({ registry }) => ({ status: 200, type: registry.contentType, body: await registry.metrics() }),
  ],
  ['/healthz', () => json(200, { status: 'ok' })],
  [
    '/readyz',
    async ({ readiness }, correlationId) => {
      const found = await readiness();
      const { status, ...why } = found;
      if (status !== 'service_unavailable') return json(200, found);
      return failure(503, status, describeUnready(found), correlationId, { stored: 'no', ...why });
    },
  ],
]);

async function answer(req: IncomingMessage, correlationId: string, parts: OpsParts): Promise<Answer> {
  const [path = '', query = ''] = (req.url ?? '').split('?', 2);
  const answerAddress = ADDRESSES.get(path);
  if (answerAddress === undefined) {
    return failure(404, 'not_found', 'Known paths are /metrics, /healthz and /readyz.', correlationId);
  }
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    return failure(405, 'method_not_allowed', 'This address supports only GET, HEAD.', correlationId);
  }
  const errors = unknownParameters(query);
  if (errors.length > 0) {
    return failure(422, 'validation_failed', 'The query is invalid; see errors.', correlationId, {
      errors,
    });
  }
  if (path === '/metrics' && !mayRead(req, parts)) {
    return failure(401, 'unauthorized', 'Send METRICS_TOKEN as a bearer token.', correlationId);
  }
  return answerAddress(parts, correlationId);
}

/** Compares hashes, so that the time taken does not reveal how much of a token was right. */
function mayRead(req: IncomingMessage, { token }: OpsParts): boolean {
  if (token === undefined) return true;
  const given = req.headers.authorization?.replace(/^Bearer /i, '') ?? '';
  return timingSafeEqual(sha256(given), sha256(token));
}

/** None of these addresses takes parameters. */
function unknownParameters(query: string): FieldFault[] {
  const names = new Set(new URLSearchParams(query).keys());
  return [...names].slice(0, MAX_UNKNOWN_FIELDS).map((name) => ({
    field: echoName(name),
    code: 'unknown_field',
    message: 'Remove it. This address takes no query parameters.',
  }));
}

/** An error in the format of contract 2; pages about errors are on the API's port, which this server does not know. */
function failure(
  code: number,
  status: string,
  message: string,
  correlationId: string,
  more?: object,
): Answer {
  const body: WireError = {
    status,
    message,
    correlation_id: correlationId,
    doc_url: docUrl(undefined, status),
  };
  return json(code, { ...body, ...more });
}

function json(status: number, body: object): Answer {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(body) };
}

function send(res: ServerResponse, { status, type, body }: Answer): void {
  res.writeHead(status, {
    'Content-Type': type,
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    ...(status === 405 && { Allow: 'GET, HEAD' }),
    ...(status === 503 && { 'Retry-After': '5' }),
  });
  res.end(body);
}
