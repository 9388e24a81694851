import type { Router } from 'express';
import type { ApiDeps } from '../deps.js';
import { noQuery } from '../http/query.js';
import { resource } from '../http/resource.js';
import { allow } from '../middleware/allow.js';
import { authenticate } from '../middleware/authenticate.js';
import { parseBody, parseOptionalBody } from '../middleware/parse-body.js';
import { changePassword } from './change-password.js';
import { HashSlots } from './hash-slots.js';
import { login } from './login.js';
import { LoginLimits } from './login-limits.js';
import { logout } from './logout.js';
import { me } from './me.js';

/** Signing in and out, and one's own account (contract 3). */
export function authRoutes(router: Router, deps: ApiDeps): void {
  const limits = new LoginLimits(deps);
  const slots = new HashSlots();
  // The three things that somebody with a temporary password may do.
  const signedIn = [
    authenticate(deps, { beforePasswordChange: true, beforeSecondFactor: true }),
    allow('manage_own_account'),
  ];

  resource(router, '/api/v1/login', { post: [parseBody, login(deps, limits, slots)] });
  resource(router, '/api/v1/logout', { post: [...signedIn, parseOptionalBody, logout(deps)] });
  const anybody = authenticate(deps, {
    beforePasswordChange: true,
    beforeSecondFactor: true,
    apiKeys: 'any',
  });
  resource(router, '/api/v1/me', { get: [anybody, allow('read_own_account'), noQuery, me(deps)] });
  resource(router, '/api/v1/me/password', {
    post: [...signedIn, parseBody, changePassword(deps, limits, slots)],
  });
}
