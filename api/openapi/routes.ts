import type { RequestHandler, Router } from 'express';
import type { ApiDeps } from '../deps.js';
import { noQuery } from '../http/query.js';
import { resource } from '../http/resource.js';
import { renderPage } from './docs/render-page.js';
import { STYLESHEET } from './docs/stylesheet.js';
import { openApiDocument } from './document.js';

/** The page may load its own stylesheet, and that is all. */
const PAGE_POLICY =
  "default-src 'none';style-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'";

/**
 * The description of the API, for programs and as a page for people. Made once at the start, and open to everybody: it
 * holds no data.
 */
export function openApiRoutes(router: Router, { config }: Pick<ApiDeps, 'config'>): void {
  const document = openApiDocument(config.publicUrl);
  resource(router, '/api/v1/openapi.json', { get: [noQuery, sending('json', JSON.stringify(document))] });
  resource(router, '/docs', { get: [noQuery, pagePolicy, sending('html', renderPage(document))] });
  resource(router, '/docs/style.css', { get: [noQuery, sending('css', STYLESHEET)] });
}

const pagePolicy: RequestHandler = (_req, res, next) => {
  res.setHeader('Content-Security-Policy', PAGE_POLICY);
  next();
};

function sending(type: string, text: string): RequestHandler {
  const body = Buffer.from(text);
  return (_req, res) => {
    res.type(type).send(body);
  };
}
