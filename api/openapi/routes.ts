import type { RequestHandler, Router } from 'express';
import type { ApiDeps } from '../deps.js';
import { noQuery } from '../http/query.js';
import { resource } from '../http/resource.js';
import { openApiDocument } from './document.js';

/** The description of the API for programs, made once at the start. Open to everybody: it holds no data. */
export function openApiRoutes(router: Router, { config }: Pick<ApiDeps, 'config'>): void {
  const document = Buffer.from(JSON.stringify(openApiDocument(config.publicUrl)));
  const sendDocument: RequestHandler = (_req, res) => {
    res.type('json').send(document);
  };
  resource(router, '/api/v1/openapi.json', { get: [noQuery, sendDocument] });
}
