import type { Request } from 'express';
import { idInPath } from '../http/id-in-path.js';

/** Returns the stored id of the verification in the path. Throws 404 if it is malformed. */
export function requestedId(req: Request): string {
  return idInPath(req, 'verification');
}
