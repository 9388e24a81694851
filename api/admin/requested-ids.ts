import type { Request } from 'express';
import { fromPublicId } from '../../shared/domain/ids.js';
import { notFound } from '../errors/catalogue.js';
import { pathParameter } from '../http/context.js';

/** Returns the stored id of the client in the path. Throws 404 if it is malformed. */
export function requestedClientId(req: Request): string {
  return requestedId('client', req, 'id');
}

/** Returns the stored id of the user in the path. Throws 404 if it is malformed. */
export function requestedUserId(req: Request): string {
  return requestedId('user', req, 'user_id');
}

function requestedId(kind: 'client' | 'user', req: Request, parameter: string): string {
  const id = fromPublicId(kind, pathParameter(req, parameter));
  if (id === undefined) throw notFound();
  return id;
}
