import type { RequestHandler, Response } from 'express';
import { type Act, isInScope, mayDo, rolesFor, scopesFor } from '../../shared/domain/access.js';
import { modeOf } from '../../shared/domain/mode.js';
import { alternatives } from '../errors/alternatives.js';
import { type ApiError, forbidden, unusableToken } from '../errors/catalogue.js';
import { contextOf, type Identity, identityOf } from '../http/context.js';

/**
 * Admits only callers whom the access table allows this act (contract 11): a token of another scope is a 401, a person
 * with another role a 403. Runs after `authenticate`.
 */
export function allow(act: Act): RequestHandler {
  return (_req, res, next) => {
    requireAct(res, act);
    next();
  };
}

/**
 * Throws the 401 or 403 of a caller who may not do it: for handlers whose answer depends on more than the URL. If the
 * caller is authorised again later in the request, the act must still be allowed then.
 */
export function requireAct(res: Response, act: Act): void {
  const refusal = refuseAct(identityOf(res), act);
  if (refusal !== undefined) throw refusal;
  contextOf(res).acts.push(act);
}

function refuseAct(
  { role, scope, clientId }: Pick<Identity, 'role' | 'scope' | 'clientId'>,
  act: Act,
): ApiError | undefined {
  if (mayDo(role, act, clientId === null ? 'live' : modeOf(clientId))) return undefined;
  if (isInScope(scope, act)) return wrongRole(act);
  return unusableToken(
    `This address needs a token with the scope ${alternatives(scopesFor(act))}, and yours has a different one.`,
  );
}

/** Returns the refusal of the first act that is not, or no longer, allowed. */
export function refuseActs(identity: Identity, acts: readonly Act[]): ApiError | undefined {
  for (const act of acts) {
    const refusal = refuseAct(identity, act);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function wrongRole(act: Act): ApiError {
  return forbidden(`Your role does not allow this. The required role is ${alternatives(rolesFor(act))}.`);
}
