import type { Request, Response } from 'express';
import { fromPublicId } from '../../shared/domain/ids.js';
import { notFound } from '../errors/catalogue.js';
import { clientIdOf, pathParameter } from '../http/context.js';

/** Returns the batch in the path and the client requesting it. Throws 404 if the id is malformed. */
export function requestedBatch(req: Request, res: Response): { id: string; clientId: string } {
  const id = fromPublicId('batch', pathParameter(req, 'id'));
  if (id === undefined) throw notFound();
  return { id, clientId: clientIdOf(res) };
}
