import type { Request } from 'express';
import { fromPublicId } from '../../shared/domain/ids.js';
import { notFound } from '../errors/catalogue.js';
import { pathParameter } from '../http/context.js';

/** The stored id of the verification that the path names. Throws 404 when it is no id at all. */
export function requestedId(req: Request): string {
  const id = fromPublicId('verification', pathParameter(req, 'id'));
  if (id === undefined) throw notFound();
  return id;
}
