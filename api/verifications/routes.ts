import type { Router } from 'express';
import type { ApiDeps } from '../deps.js';
import { resource } from '../http/resource.js';
import { authenticate } from '../middleware/authenticate.js';
import { parseBody } from '../middleware/parse-body.js';
import { requireScope } from '../middleware/require-scope.js';
import { createVerification } from './create-verification.js';
import { getPhoto } from './get-photo.js';
import { getReport } from './get-report.js';
import { listVerifications } from './list-verifications.js';
import { preflightVerification } from './preflight.js';
import { searchVerifications } from './search-verifications.js';

/** Submitting, following and reading verifications: for client users, and only their own client's. */
export function verificationRoutes(router: Router, deps: ApiDeps): void {
  const reader = [authenticate(deps, { apiKeys: 'read' }), requireScope('client')];
  const submitter = [authenticate(deps, { apiKeys: 'submit' }), requireScope('client')];
  resource(router, '/api/v1/verifications', {
    get: [...reader, listVerifications(deps)],
    post: [...submitter, parseBody, createVerification(deps)],
  });
  resource(router, '/api/v1/verifications/search', {
    post: [...reader, parseBody, searchVerifications(deps)],
  });
  resource(router, '/api/v1/verifications/preflight', {
    post: [...submitter, parseBody, preflightVerification(deps)],
  });
  const report = getReport(deps);
  resource(router, '/api/v1/verifications/:id', { get: [...reader, report.negotiated] });
  resource(router, '/api/v1/verifications/:id/report.pdf', { get: [...reader, report.pdf] });
  resource(router, '/api/v1/verifications/:id/photo', { get: [...reader, getPhoto(deps)] });
}
