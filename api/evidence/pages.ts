import type { Router } from 'express';
import type { ApiDeps } from '../deps.js';
import { noQuery } from '../http/query.js';
import { resource } from '../http/resource.js';
import { sendCheckpoint, sendTile, sendVerifierKeys } from './send-log.js';
import { sendVerifyPage } from './verify-page.js';

/** What outsiders use to check evidence themselves (contract 14): a page that verifies it, and the public log. */
export function evidencePages(router: Router, deps: ApiDeps): void {
  resource(router, '/verify', { get: [noQuery, sendVerifyPage(deps)] });
  resource(router, '/log/checkpoint', { get: [noQuery, sendCheckpoint(deps)] });
  resource(router, '/log/vkey', { get: [noQuery, sendVerifierKeys(deps)] });
  resource(router, '/log/tile/*path', { get: [noQuery, sendTile(deps)] });
}
