import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { ApiConfig } from '../../shared/config/api.js';
import { isPublicHttps } from '../http/public-url.js';

// Two years, as hstspreload.org asks for.
const HSTS_SECONDS = 2 * 365 * 24 * 3600;

/**
 * Headers of every answer (contract 8): the API serves data, so nothing of it may be run, framed, sniffed or kept.
 * Routes that serve pages or cacheable reports set their own over them. There is no CORS grant on purpose.
 */
export function securityHeaders(config: ApiConfig): readonly RequestHandler[] {
  // On a development machine it would forbid http to every other project on the same host name.
  const headers = headersOfAnswers({ hsts: config.production || isPublicHttps(config) });
  return [
    (_req, res, next) => {
      res.setHeaders(headers);
      next();
    },
  ];
}

/** Names and values of the headers of every answer; with `hsts` the promise of https too. */
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
