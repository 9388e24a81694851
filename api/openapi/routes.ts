import type { RequestHandler, Router } from 'express';
import type { ApiDeps } from '../deps.js';
import { noQuery } from '../http/query.js';
import { resource } from '../http/resource.js';
import { Unchanging } from '../http/unchanging.js';
import { openApiDocument } from './document.js';

/** The description of the API for programs. Made once at the start, and open to everybody: it holds no data. */
export function openApiRoutes(router: Router, { config }: Pick<ApiDeps, 'config'>): void {
  const document = JSON.stringify(openApiDocument(config));
  const body = new Unchanging('application/json; charset=utf-8', document);
  resource(router, '/api/v1/openapi.json', { get: [noQuery, sending(body)] });
}

function sending(body: Unchanging): RequestHandler {
  return (req, res) => body.send(req, res);
}
