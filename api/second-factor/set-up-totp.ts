import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { sealUnderRing, unsealUnderRing } from '../../shared/crypto/seal.js';
import type { WireTotpSetUp } from '../../shared/wire/second-factor.js';
import { CHALLENGE_LIFETIME_SECONDS, issueChallenge } from '../auth/challenge.js';
import type { ApiDeps } from '../deps.js';
import { validationFailed } from '../errors/catalogue.js';
import { userOf } from '../http/context.js';
import { NoFields } from '../validation/no-fields.js';
import { validateRequest } from '../validation/validate-request.js';
import { addFactor, type SetUpDeps, setUpChallenge } from './add-factor.js';
import { sealedSecret } from './redeem-proof.js';
import { ConfirmTotpRequest } from './requests.js';
import { createTotpSecret, findTotpStep, presentTotp } from './totp.js';

/**
 * POST /api/v1/me/second-factor/totp: a new secret for an authenticator app. Nothing is stored until the app has proved
 * that it has the secret: meanwhile it is sealed in the challenge, whose id becomes that of the factor.
 */
export function setUpTotp({ config }: Pick<ApiDeps, 'config'>): RequestHandler {
  return (req, res) => {
    validateRequest(NoFields, req);
    const { id, email, session, token } = userOf(res);
    const jti = randomUUID();
    const secret = createTotpSecret();
    const sealed = sealUnderRing(config.encryptionKeys, secret, sealedSecret(jti));
    const user = { id, tokenVersion: session.tokenVersion };
    const body: WireTotpSetUp = {
      challenge: issueChallenge(
        config.jwtSecrets,
        { purpose: 'add_totp', user, within: token.jti, sealed },
        jti,
      ),
      expires_in: CHALLENGE_LIFETIME_SECONDS,
      ...presentTotp(secret, email),
    };
    res.status(201).json(body);
  };
}

/** POST /api/v1/me/second-factor/totp/confirm: stores the app once it shows the right code, which is then used up. */
export function confirmTotp(deps: SetUpDeps): RequestHandler {
  return async (req, res) => {
    const { challenge, totp, name } = validateRequest(ConfirmTotpRequest, req);
    const { jti, expiresAt, sealed } = setUpChallenge(deps, challenge, 'add_totp', res);
    if (sealed === undefined) throw new Error('Bug: a challenge for an app without its secret');
    const { encryptionKeys } = deps.config;
    const secret = unsealUnderRing(encryptionKeys, sealed, sealedSecret(jti));
    let usedStep: number | undefined;
    const isRight = async () => {
      usedStep = findTotpStep(secret, totp);
      return usedStep !== undefined;
    };
    await deps.factors.attempt(userOf(res).id, isRight, jti);
    if (usedStep === undefined) {
      const message =
        'This is not the code that the app currently shows. Check that the clock of the device is right.';
      throw validationFailed([{ field: 'totp', code: 'wrong_code', message }]);
    }
    const factor = {
      id: jti,
      expiresAt,
      kind: 'totp' as const,
      name: name ?? 'Authenticator app',
      // Anew: the challenge may have been given out before a rotation of the keys, which has not seen it.
      secretSealed: sealUnderRing(encryptionKeys, secret, sealedSecret(jti)),
    };
    res.status(201).json(await addFactor(deps, { ...factor, usedStep }, req, res));
  };
}
