import type { RequestHandler } from 'express';
import type { ApiDeps } from '../deps.js';
import { unauthorized, validationFailed } from '../errors/catalogue.js';
import type { FactorLimits } from '../second-factor/factor-limits.js';
import { redeemProof } from '../second-factor/redeem-proof.js';
import { relyingParty } from '../second-factor/relying-party.js';
import { findProofFaults, SecondFactorLoginRequest } from '../second-factor/requests.js';
import { validateRequest } from '../validation/validate-request.js';
import { completeSignIn } from './complete-sign-in.js';
import { findPerson, refuseSuspended } from './person.js';
import { deadChallenge, requireChallenge, spendChallenge } from './use-challenge.js';

const WAYS = ['totp', 'recovery_code', 'passkey'] as const;

/** Rolls back the attempt's transaction, so that nothing of it is kept. */
class WrongProof extends Error {}

/** POST /api/v1/login/second-factor: the second step of a sign-in, with the challenge of the first (contract 11). */
export function secondFactorLogin(deps: ApiDeps, limits: FactorLimits): RequestHandler {
  const accounts = deps.db.scoped('sign_in');
  return async (req, res) => {
    const request = validateRequest(SecondFactorLoginRequest, req);
    const faults = findProofFaults(request, WAYS);
    if (faults.length > 0) throw validationFailed(faults);
    const challenge = requireChallenge(deps, request.challenge, 'sign_in');
    const { user } = challenge;
    const person = user === null ? undefined : await findPerson(accounts, { id: user.id });
    if (person === undefined || person.token_version !== user?.tokenVersion) throw deadChallenge();
    refuseSuspended(person);
    const context = {
      userId: person.id,
      jti: challenge.jti,
      rp: relyingParty(req, deps.config),
      ring: deps.config.encryptionKeys,
    };
    const right = await limits.attempt(person.id, async () => {
      const signIn = {
        person,
        session: challenge.session,
        proved: { password: true, secondFactor: true },
        verify: async (sql: Parameters<typeof spendChallenge>[0]) => {
          if (!(await redeemProof(sql, request, context))) throw new WrongProof();
          await spendChallenge(sql, challenge, person.id);
        },
      };
      return completeSignIn(deps, signIn, req, res).then(
        () => true,
        (error: unknown) => {
          if (error instanceof WrongProof) return false;
          throw error;
        },
      );
    });
    if (!right) throw unauthorized('The code or passkey is wrong, or was used before. Try again.');
  };
}
