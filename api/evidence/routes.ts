import type { RequestHandler, Router } from 'express';
import type { ApiDeps } from '../deps.js';
import { noQuery } from '../http/query.js';
import { resource } from '../http/resource.js';
import { allow } from '../middleware/allow.js';
import { authenticate } from '../middleware/authenticate.js';
import { getProof } from './get-proof.js';
import { getReceipt } from './get-receipt.js';
import { sendCheckpoint, sendTile, sendVerifierKeys } from './send-log.js';
import { sendVerifyPage } from './verify-page.js';

/** What outsiders check without the service (contract 14): receipts, and the keys that signed them. */
export function evidenceRoutes(router: Router, deps: ApiDeps): void {
  const client = [authenticate(deps, { apiKeys: 'read' }), allow('read_reports')];
  resource(router, '/api/v1/verifications/:id/receipt', { get: [...client, getReceipt(deps)] });
  resource(router, '/api/v1/verifications/:id/evidence.tlog-proof', { get: [...client, getProof(deps)] });
  resource(router, '/.well-known/jwks.json', { get: [noQuery, sendKeys(deps)] });
  resource(router, '/verify', { get: [noQuery, sendVerifyPage(deps)] });
  resource(router, '/log/checkpoint', { get: [noQuery, sendCheckpoint(deps)] });
  resource(router, '/log/vkey', { get: [noQuery, sendVerifierKeys(deps)] });
  resource(router, '/log/tile/*path', { get: [noQuery, sendTile(deps)] });
}

/** Open to everybody; short-lived in caches, so that a new key is known soon after it begins to sign. */
function sendKeys({ config }: Pick<ApiDeps, 'config'>): RequestHandler {
  const keys = config.evidenceKeys.publicJwks();
  return (_req, res) => {
    res.setHeader('Cache-Control', 'public, max-age=300');
    res.json({ keys });
  };
}
