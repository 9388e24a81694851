import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

// Two years, as hstspreload.org requires.
const HSTS_SECONDS = 2 * 365 * 24 * 3600;

/**
 * Returns the headers of every answer of either process (contract 8): they carry data, so nothing in them may be
 * executed, framed, sniffed or cached. With `hsts`, also Strict-Transport-Security.
 */
export function responseHeaders({ hsts }: { hsts: boolean }): Map<string, string> {
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
