import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { WirePasskeyQuestion } from '../../shared/wire/second-factor.js';
import { ofOwnAccount } from '../auth/account-scope.js';
import { CHALLENGE_LIFETIME_SECONDS, issueChallenge } from '../auth/challenge.js';
import type { ApiDeps } from '../deps.js';
import { validationFailed } from '../errors/catalogue.js';
import { userOf } from '../http/context.js';
import { NoFields } from '../validation/no-fields.js';
import { validateRequest } from '../validation/validate-request.js';
import { addFactor, type SetUpDeps, setUpChallenge } from './add-factor.js';
import { loadCredentialIds } from './list-factors.js';
import { askForNewPasskey, readNewPasskey } from './passkeys.js';
import { relyingParty } from './relying-party.js';
import { ConfirmPasskeyRequest } from './requests.js';

/** POST /api/v1/me/second-factor/passkeys: what a browser needs to create a passkey. */
export function setUpPasskey({ db, config }: Pick<ApiDeps, 'db' | 'config'>): RequestHandler {
  return async (req, res) => {
    validateRequest(NoFields, req);
    const { id, email, session, token } = userOf(res);
    const jti = randomUUID();
    const credentialIds = await loadCredentialIds(ofOwnAccount(db, res), id);
    const user = { id, tokenVersion: session.tokenVersion };
    const body: WirePasskeyQuestion = {
      challenge: issueChallenge(config.jwtSecrets, { purpose: 'add_passkey', user, within: token.jti }, jti),
      expires_in: CHALLENGE_LIFETIME_SECONDS,
      passkey_options: await askForNewPasskey(jti, relyingParty(req, config), { id, email, credentialIds }),
    };
    res.status(201).json(body);
  };
}

/** POST /api/v1/me/second-factor/passkeys/confirm: stores the passkey the browser created. */
export function confirmPasskey(deps: SetUpDeps): RequestHandler {
  return async (req, res) => {
    const { challenge, passkey, name } = validateRequest(ConfirmPasskeyRequest, req);
    const { jti, expiresAt } = setUpChallenge(deps, challenge, 'add_passkey', res);
    const stored = await readNewPasskey(jti, relyingParty(req, deps.config), passkey);
    if (stored === undefined) {
      const message =
        'This passkey was not created for this challenge, at this address, with user verification.';
      throw validationFailed([{ field: 'passkey', code: 'wrong_code', message }]);
    }
    const factor = { id: jti, expiresAt, kind: 'passkey' as const, name: name ?? 'Passkey', passkey: stored };
    res.status(201).json(await addFactor(deps, factor, req, res));
  };
}
