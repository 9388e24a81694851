import type { Request, Response } from 'express';
import { fromPublicId } from '../../shared/domain/ids.js';
import { notFound } from '../errors/catalogue.js';
import { clientIdOf, pathParameter } from '../http/context.js';

/** The batch that the path names, and the client that asks for it. Throws 404 when it is no id at all. */
export function requestedBatch(req: Request, res: Response): { id: string; clientId: string } {
  const id = fromPublicId('batch', pathParameter(req, 'id'));
  if (id === undefined) throw notFound();
  return { id, clientId: clientIdOf(res) };
}
