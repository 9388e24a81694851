import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

// Two years, as hstspreload.org asks for.
const HSTS_SECONDS = 2 * 365 * 24 * 3600;

/**
 * Names and values of the headers of every answer of either process (contract 8): data is served, so nothing of it may
 * be run, framed, sniffed or kept. With `hsts` the promise of https too.
 */
export function headersOfAnswers({ hsts }: { hsts: boolean }): Map<string, string> {
  const headers = collectHeaders(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      },
      referrerPolicy: { policy: 'no-referrer' },
      frameguard: { action: 'deny' },
      hsts: hsts && { maxAge: HSTS_SECONDS, includeSubDomains: true },
    }),
  );
  headers.set('Cache-Control', 'no-store');
  return headers;
}

/** Runs helmet once: its dozen middlewares set the same headers on every answer. */
function collectHeaders(middleware: ReturnType<typeof helmet>): Map<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  middleware(request, response, () => undefined);
  return new Map(response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]));
}
