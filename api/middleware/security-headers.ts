import type { RequestHandler } from 'express';
import type { ApiConfig } from '../../shared/config/api.js';
import { responseHeaders } from '../../shared/response-headers.js';
import { isPublicHttps } from '../http/public-url.js';

/**
 * Sets the headers of every answer. Routes that serve pages or cacheable reports override them. CORS is deliberately
 * not enabled.
 */
export function securityHeaders(config: ApiConfig): readonly RequestHandler[] {
  // On a development machine it would block http for every other project on the same host name.
  const headers = responseHeaders({ hsts: config.production || isPublicHttps(config) });
  return [
    (_req, res, next) => {
      res.setHeaders(headers);
      next();
    },
  ];
}
