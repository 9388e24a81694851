import type { Request } from 'express';
import { fromPublicId } from '../../shared/domain/ids.js';
import { notFound } from '../errors/catalogue.js';
import { pathParameter } from '../http/context.js';

/** Returns the stored id of the proposal in the path. Throws 404 if it is malformed. */
export function requestedApproval(req: Request): string {
  const id = fromPublicId('approval', pathParameter(req, 'id'));
  if (id === undefined) throw notFound();
  return id;
}
