import { request } from 'node:http';
import type { Route } from '../../sandbox/routes.js';
import type { Sandbox } from '../../sandbox/server.js';

export const API_KEY = 'test-key';

export interface Exchange {
  status: number | undefined;
  headers: Record<string, unknown>;
  body: string;
  /** Code of the error that ended the exchange, if one did. */
  error: string | undefined;
}

interface CallOptions {
  method?: string;
  headers?: Record<string, string>;
  /** Ends a call that would otherwise wait for ever. */
  signal?: AbortSignal;
}

/** One call over its own connection, reported as it happened on the wire; never rejects. */
export function callProvider(
  sandbox: Sandbox,
  path: string,
  body: unknown,
  options: CallOptions = {},
): Promise<Exchange> {
  const { method = 'POST', headers = {}, signal } = options;
  return new Promise((resolve) => {
    const exchange: Exchange = { status: undefined, headers: {}, body: '', error: undefined };
    const fail = (error: Error & { code?: string }) =>
      resolve({ ...exchange, error: error.code ?? 'UNKNOWN' });
    const outgoing = request(sandbox.url + path, {
      method,
      agent: false,
      headers: { authorization: `Bearer ${API_KEY}`, ...headers },
      ...(signal && { signal }),
    });
    outgoing.on('error', fail);
    outgoing.on('response', (response) => {
      exchange.status = response.statusCode;
      exchange.headers = response.headers;
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        exchange.body += chunk;
      });
      response.on('error', fail);
      response.on('end', () => resolve(exchange));
    });
    outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
}

/** The body that asks a route for a subject. */
export function bodyFor(route: Route, subject: string): Record<string, string> {
  return {
    ...(route.reportType !== undefined && { reportType: route.reportType }),
    [route.subjectField]: subject,
    ...(route.path === '/aml-screening' && { entity: 'person', country: 'ZA', dataset: 'all' }),
  };
}

/** The name of a route in a test title: two director searches differ only in the field. */
export function nameOf(route: Route): string {
  return [route.path, route.reportType, route.subjectField].filter((part) => part !== undefined).join(' ');
}

/** A parsed body, read without further checks. */
export function parse(exchange: Exchange): {
  reference: string;
  status: string;
  subject: string;
  data: Record<string, unknown>;
  error: { code: string; message: string };
} {
  return JSON.parse(exchange.body);
}
