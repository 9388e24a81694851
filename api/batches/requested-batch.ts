import type { Request, Response } from 'express';
import { clientIdOf } from '../http/context.js';
import { idInPath } from '../http/id-in-path.js';

/** Returns the batch in the path and the client requesting it. Throws 404 if the id is malformed. */
export function requestedBatch(req: Request, res: Response): { id: string; clientId: string } {
  return { id: idInPath(req, 'batch'), clientId: clientIdOf(res) };
}
