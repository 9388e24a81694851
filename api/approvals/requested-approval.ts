import type { Request } from 'express';
import { idInPath } from '../http/id-in-path.js';

/** Returns the stored id of the proposal in the path. Throws 404 if it is malformed. */
export function requestedApproval(req: Request): string {
  return idInPath(req, 'approval');
}
