import type { Request, RequestHandler } from 'express';
import { askForFactor } from '../auth/ask-for-factor.js';
import type { ApiDeps } from '../deps.js';
import { stepUpRequired } from '../errors/proof-errors.js';
import { identityOf, type UserSession } from '../http/context.js';

/**
 * Requires that the caller has proved their identity within the last ten minutes: by a second factor or, in the portal,
 * by the password if there is none. Runs after `authenticate`, before anything is read or done; where only some bodies
 * need it, `when` decides, and it runs after the body is read.
 */
export function stepUp(
  deps: Pick<ApiDeps, 'db' | 'config'>,
  when: (req: Request) => boolean = () => true,
): RequestHandler {
  return async (req, res, next) => {
    const { user, liveClientId } = identityOf(res);
    if (user !== null && when(req) && !hasProved(user.session)) {
      const { tokenVersion, factors } = user.session;
      const person = {
        id: user.id,
        client_id: liveClientId,
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
  // Machines that sign in with a password are not affected.
  return kind === 'api' || passwordFresh;
}
