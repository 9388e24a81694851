import type { Router } from 'express';
import { HashSlots } from '../auth/hash-slots.js';
import { LoginLimits } from '../auth/login-limits.js';
import { passkeyLogin, passkeyLoginOptions } from '../auth/passkey-login.js';
import { secondFactorLogin } from '../auth/second-factor-login.js';
import type { ApiDeps } from '../deps.js';
import { noQuery } from '../http/query.js';
import { resource } from '../http/resource.js';
import { allow } from '../middleware/allow.js';
import { authenticate } from '../middleware/authenticate.js';
import { parseBody, parseOptionalBody } from '../middleware/parse-body.js';
import { stepUp } from '../middleware/step-up.js';
import { confirm } from './confirm.js';
import { FactorLimits } from './factor-limits.js';
import { listFactors } from './list-factors.js';
import { removeFactor, renewRecoveryCodes } from './remove-factor.js';
import { confirmPasskey, setUpPasskey } from './set-up-passkey.js';
import { confirmTotp, setUpTotp } from './set-up-totp.js';

const OWN = '/api/v1/me/second-factor';

/** Proving who one is by more than a password (contract 11). */
export function secondFactorRoutes(router: Router, deps: ApiDeps): void {
  const factors = new FactorLimits(deps);
  const slots = new HashSlots();
  const logins = new LoginLimits(deps);
  // What somebody who needs a second factor and has none may do.
  const self = [authenticate(deps, { beforeSecondFactor: true }), allow('manage_own_account')];
  const sure = [...self, stepUp(deps)];

  resource(router, '/api/v1/login/second-factor', { post: [parseBody, secondFactorLogin(deps, factors)] });
  resource(router, '/api/v1/login/passkey/options', { post: [parseOptionalBody, passkeyLoginOptions(deps)] });
  resource(router, '/api/v1/login/passkey', { post: [parseBody, passkeyLogin(deps)] });
  resource(router, '/api/v1/me/step-up', {
    post: [...self, parseBody, confirm({ ...deps, slots, logins, factors })],
  });
  resource(router, OWN, { get: [...self, noQuery, listFactors(deps)] });
  resource(router, `${OWN}/totp`, { post: [...sure, parseOptionalBody, setUpTotp(deps)] });
  resource(router, `${OWN}/totp/confirm`, { post: [...self, parseBody, confirmTotp(deps, factors)] });
  resource(router, `${OWN}/passkeys`, { post: [...sure, parseOptionalBody, setUpPasskey(deps)] });
  resource(router, `${OWN}/passkeys/confirm`, { post: [...self, parseBody, confirmPasskey(deps)] });
  resource(router, `${OWN}/recovery-codes`, { post: [...sure, parseOptionalBody, renewRecoveryCodes(deps)] });
  resource(router, `${OWN}/:factor_id`, { delete: [...sure, parseOptionalBody, removeFactor(deps)] });
}
