import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Sql } from '../../shared/db/database.js';
import { SecondFactor } from '../../shared/db/entities/index.js';
import { rowsOf } from '../../shared/db/rows.js';
import type { ApiDeps } from '../deps.js';
import { type ApiError, unauthorized } from '../errors/catalogue.js';
import { askForPasskey, credentialIdOf, namesAnother } from '../second-factor/passkeys.js';
import { redeemProof } from '../second-factor/redeem-proof.js';
import { relyingParty } from '../second-factor/relying-party.js';
import { PasskeyLoginRequest } from '../second-factor/requests.js';
import { NoFields } from '../validation/no-fields.js';
import { validateRequest } from '../validation/validate-request.js';
import { CHALLENGE_LIFETIME_SECONDS, issueChallenge } from './challenge.js';
import { completeSignIn } from './complete-sign-in.js';
import { findPerson, type Person, refuseSuspended } from './person.js';
import { requireChallenge, spendChallenge } from './use-challenge.js';

/** POST /api/v1/login/passkey/options: what a browser needs to sign in with anyone's passkey. */
export function passkeyLoginOptions({ config }: Pick<ApiDeps, 'config'>): RequestHandler {
  return async (req, res) => {
    validateRequest(NoFields, req);
    const jti = randomUUID();
    res.json({
      challenge: issueChallenge(config.jwtSecrets, { purpose: 'passkey', user: null }, jti),
      expires_in: CHALLENGE_LIFETIME_SECONDS,
      passkey_options: await askForPasskey(jti, relyingParty(req, config)),
    });
  };
}

/**
 * POST /api/v1/login/passkey: signs in with a passkey alone, which is two factors in one: the device, and what unlocks
 * it. Not rate-limited: there is nothing to guess, and a limit per account would lock out its owner.
 */
export function passkeyLogin(deps: ApiDeps): RequestHandler {
  const accounts = deps.db.scoped('sign_in');
  return async (req, res) => {
    const request = validateRequest(PasskeyLoginRequest, req);
    const challenge = requireChallenge(deps, request.challenge, 'passkey');
    const person = await findOwner(accounts, request.passkey);
    if (person === undefined || namesAnother(request.passkey, person.id)) throw wrongPasskey();
    const context = {
      userId: person.id,
      jti: challenge.jti,
      rp: relyingParty(req, deps.config),
      ring: deps.config.encryptionKeys,
    };
    const signIn = {
      person,
      session: request.session,
      proved: { password: false, secondFactor: true },
      verify: async (sql: Sql) => {
        if (!(await redeemProof(sql, { passkey: request.passkey }, context))) throw wrongPasskey();
        // Only now has the caller proved whose account it is.
        refuseSuspended(person);
        await spendChallenge(sql, challenge, person.id);
      },
    };
    await completeSignIn(deps, signIn, req, res);
  };
}

async function findOwner(accounts: Sql, passkey: unknown): Promise<Person | undefined> {
  const credentialId = credentialIdOf(passkey);
  const owner = await rowsOf(accounts, SecondFactor).findOne({
    select: { userId: true },
    where: { credentialId },
  });
  return owner === null ? undefined : findPerson(accounts, { id: owner.userId });
}

function wrongPasskey(): ApiError {
  return unauthorized('This passkey is unknown, or its response is invalid. Sign in with your password.');
}
