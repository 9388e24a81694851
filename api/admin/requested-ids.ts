import type { Request } from 'express';
import { fromPublicId } from '../../shared/domain/ids.js';
import { notFound } from '../errors/catalogue.js';
import { pathParameter } from '../http/context.js';

/** The stored id of the client that the path names. Throws 404 when it is no id at all. */
export function requestedClientId(req: Request): string {
  return requestedId('client', req, 'id');
}

/** The stored id of the user that the path names. Throws 404 when it is no id at all. */
export function requestedUserId(req: Request): string {
  return requestedId('user', req, 'user_id');
}

function requestedId(kind: 'client' | 'user', req: Request, parameter: string): string {
  const id = fromPublicId(kind, pathParameter(req, parameter));
  if (id === undefined) throw notFound();
  return id;
}
