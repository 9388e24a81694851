import type { Request, RequestHandler } from 'express';
import { askForFactor } from '../auth/ask-for-factor.js';
import type { ApiDeps } from '../deps.js';
import { stepUpRequired } from '../errors/proof-errors.js';
import { identityOf, type UserSession } from '../http/context.js';

/**
 * Demands that whoever makes the request has proved who they are within the last ten minutes: by a second factor, or in
 * the portal by the password where there is none. Comes after `authenticate`, before anything is read or done; where
 * only some bodies need it, `when` says which, and it comes after the body.
 */
export function stepUp(
  deps: Pick<ApiDeps, 'db' | 'config'>,
  when: (req: Request) => boolean = () => true,
): RequestHandler {
  return async (req, res, next) => {
    const { user, clientId } = identityOf(res);
    if (user !== null && when(req) && !hasProved(user.session)) {
      const { tokenVersion, factors } = user.session;
      const person = {
        id: user.id,
        client_id: clientId,
        token_version: tokenVersion,
        second_factors: factors,
      };
      const ask = { purpose: 'step_up', within: user.token.jti } as const;
      throw stepUpRequired(await askForFactor(deps, person, ask, req));
    }
    next();
  };
}

function hasProved({ kind, factors, passwordFresh, secondFactorFresh }: UserSession): boolean {
  if (factors.length > 0) return secondFactorFresh;
  // Machines that sign in with a password go on as they are.
  return kind === 'api' || passwordFresh;
}
