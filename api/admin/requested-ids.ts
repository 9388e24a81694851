import type { Request } from 'express';
import { idInPath } from '../http/id-in-path.js';

/** Returns the stored id of the client in the path. Throws 404 if it is malformed. */
export function requestedClientId(req: Request): string {
  return idInPath(req, 'client');
}

/** Returns the stored id of the user in the path. Throws 404 if it is malformed. */
export function requestedUserId(req: Request): string {
  return idInPath(req, 'user', 'user_id');
}
