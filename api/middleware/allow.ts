import type { RequestHandler } from 'express';
import { type Act, isInScope, mayDo, rolesFor, scopesFor } from '../../shared/domain/access.js';
import { modeOf } from '../../shared/domain/mode.js';
import { type ApiError, forbidden, unusableToken } from '../errors/catalogue.js';
import { type Identity, identityOf } from '../http/context.js';

/**
 * Lets only those through whom the table of access lets do this (contract 11): a token of another scope is a 401, a
 * person with another role a 403. Comes after `authenticate`.
 */
export function allow(act: Act): RequestHandler {
  return (_req, res, next) => {
    demand(identityOf(res), act);
    next();
  };
}

/** Throws the 401 or 403 of who may not do it: for handlers whose answer depends on more than the address. */
export function demand(
  { role, scope, clientId }: Pick<Identity, 'role' | 'scope' | 'clientId'>,
  act: Act,
): void {
  if (mayDo(role, act, clientId === null ? 'live' : modeOf(clientId))) return;
  if (!isInScope(scope, act)) {
    throw unusableToken(
      `This address needs a token of the scope ${scopesFor(act).join(' or ')}, and yours has another one.`,
    );
  }
  throw wrongRole(act);
}

function wrongRole(act: Act): ApiError {
  const roles = rolesFor(act).join(' or ');
  return forbidden(`Your role does not allow this. It needs the role ${roles}.`);
}
