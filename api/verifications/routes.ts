import type { Router } from 'express';
import type { Act } from '../../shared/domain/access.js';
import type { ApiDeps } from '../deps.js';
import { resource } from '../http/resource.js';
import { allow } from '../middleware/allow.js';
import { authenticate } from '../middleware/authenticate.js';
import { parseBody } from '../middleware/parse-body.js';
import { createVerification } from './create-verification.js';
import { getPhoto } from './get-photo.js';
import { getReport } from './get-report.js';
import { listVerifications } from './list-verifications.js';
import { preflightVerification } from './preflight.js';
import { searchVerifications } from './search-verifications.js';

/** Submitting, following and reading verifications: for client users, and only their own client's. */
export function verificationRoutes(router: Router, deps: ApiDeps): void {
  const reading = authenticate(deps, { apiKeys: 'read' });
  const may = (act: Act) => [reading, allow(act)];
  const submitting = [authenticate(deps, { apiKeys: 'submit' }), allow('submit')];
  resource(router, '/api/v1/verifications', {
    get: [...may('follow_reports'), listVerifications(deps)],
    post: [...submitting, parseBody, createVerification(deps)],
  });
  resource(router, '/api/v1/verifications/search', {
    post: [...may('read_reports'), parseBody, searchVerifications(deps)],
  });
  resource(router, '/api/v1/verifications/preflight', {
    post: [...submitting, parseBody, preflightVerification(deps)],
  });
  const report = getReport(deps);
  resource(router, '/api/v1/verifications/:id', { get: [...may('follow_reports'), report.negotiated] });
  resource(router, '/api/v1/verifications/:id/report.pdf', { get: [...may('read_reports'), report.pdf] });
  resource(router, '/api/v1/verifications/:id/photo', { get: [...may('read_reports'), getPhoto(deps)] });
}
