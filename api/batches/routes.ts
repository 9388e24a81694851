import type { Router } from 'express';
import type { ApiDeps } from '../deps.js';
import { noQuery } from '../http/query.js';
import { resource } from '../http/resource.js';
import { allow } from '../middleware/allow.js';
import { authenticate } from '../middleware/authenticate.js';
import { parseBody, parseOptionalBody } from '../middleware/parse-body.js';
import { cancelBatch } from './cancel-batch.js';
import { pauseBatch } from './change-batch.js';
import { createBatch } from './create-batch.js';
import { downloadResults, getBatch, listBatches, listRows } from './read-batches.js';
import { resumeBatch, startBatch } from './start-batch.js';
import { downloadTemplate } from './template.js';

/** Files of rows, each of which becomes a verification (contract 13). */
export function batchRoutes(router: Router, deps: ApiDeps): void {
  const reading = [authenticate(deps, { apiKeys: 'read' }), allow('read_reports')];
  const running = [authenticate(deps, { apiKeys: 'submit' }), allow('submit')];
  const action = [...running, parseOptionalBody];
  resource(router, '/api/v1/batches', {
    get: [...reading, listBatches(deps)],
    post: [...running, noQuery, createBatch(deps)],
  });
  resource(router, '/api/v1/batches/template', { get: [...reading, noQuery, downloadTemplate] });
  resource(router, '/api/v1/batches/:id', { get: [...reading, getBatch(deps)] });
  resource(router, '/api/v1/batches/:id/rows', { get: [...reading, listRows(deps)] });
  resource(router, '/api/v1/batches/:id/results', { get: [...reading, downloadResults(deps)] });
  resource(router, '/api/v1/batches/:id/start', { post: [...running, parseBody, startBatch(deps)] });
  resource(router, '/api/v1/batches/:id/pause', { post: [...action, pauseBatch(deps)] });
  resource(router, '/api/v1/batches/:id/resume', { post: [...action, resumeBatch(deps)] });
  resource(router, '/api/v1/batches/:id/cancel', { post: [...action, cancelBatch(deps)] });
}
