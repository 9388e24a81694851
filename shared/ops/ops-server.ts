import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import type { Readiness } from './readiness.js';

interface OpsParts {
  registry: Registry;
  readiness: () => Promise<Readiness>;
}

interface Answer {
  status: number;
  type: string;
  body: string;
}

/** The server of METRICS_PORT, for api and worker alike: /metrics, /healthz and /readyz. It does not listen yet. */
export function createOpsServer(parts: OpsParts): Server {
  return createServer((req, res) => {
    answer(req, parts).then(
      (result) => send(res, result),
      () => send(res, json(500, { status: 'internal_error', message: 'The figures cannot be collected.' })),
    );
  });
}

async function answer(req: IncomingMessage, { registry, readiness }: OpsParts): Promise<Answer> {
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    return json(405, { status: 'method_not_allowed', message: 'This address answers to GET, HEAD only.' });
  }
  switch (req.url?.split('?')[0]) {
    case '/metrics':
      return { status: 200, type: registry.contentType, body: await registry.metrics() };
    case '/healthz':
      return json(200, { status: 'ok' });
    case '/readyz': {
      const result = await readiness();
      return json(result.status === 'service_unavailable' ? 503 : 200, result);
    }
    default:
      return json(404, { status: 'not_found', message: 'Known are /metrics, /healthz and /readyz.' });
  }
}

function json(status: number, body: object): Answer {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(body) };
}

function send(res: ServerResponse, { status, type, body }: Answer): void {
  res.writeHead(status, {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(status === 405 && { Allow: 'GET, HEAD' }),
    ...(status === 503 && { 'Retry-After': '5' }),
  });
  res.end(body);
}
