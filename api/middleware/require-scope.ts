import type { RequestHandler } from 'express';
import type { Role } from '../../shared/domain/roles.js';
import { unusableToken } from '../errors/catalogue.js';
import { identityOf } from '../http/context.js';

/** Lets only tokens of this scope through; out of scope is a 401 (contract 3). Comes after `authenticate`. */
export function requireScope(scope: Role): RequestHandler {
  return (_req, res, next) => {
    if (identityOf(res).role !== scope) {
      throw unusableToken(`This address needs a token of the scope ${scope}, and yours has another one.`);
    }
    next();
  };
}
