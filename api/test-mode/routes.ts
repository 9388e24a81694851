import type { Router } from 'express';
import type { ApiDeps } from '../deps.js';
import { resource } from '../http/resource.js';
import { allow } from '../middleware/allow.js';
import { authenticate } from '../middleware/authenticate.js';
import { parseBody, parseOptionalBody } from '../middleware/parse-body.js';
import { changeMode } from './change-mode.js';
import { decideTestReview } from './decide-review.js';
import { fillTestWallet } from './fill-wallet.js';

/** What only test mode has, and the way into it (contract 12). */
export function testModeRoutes(router: Router, deps: ApiDeps): void {
  const client = [authenticate(deps, { apiKeys: 'submit' }), allow('use_test_mode')];
  resource(router, '/api/v1/me/mode', {
    post: [authenticate(deps), allow('switch_mode'), parseBody, changeMode(deps)],
  });
  resource(router, '/api/v1/wallet/test-credits', {
    post: [...client, parseOptionalBody, fillTestWallet(deps)],
  });
  resource(router, '/api/v1/test/reviews/:id', { post: [...client, parseBody, decideTestReview(deps)] });
}
