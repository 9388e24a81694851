import type { RequestHandler } from 'express';
import type { ApiDeps } from '../deps.js';

/** Asks callers of a process about to stop to reconnect, which leads them to another one. */
export function closeWhenDraining({ draining }: Pick<ApiDeps, 'draining'>): RequestHandler {
  return (_req, res, next) => {
    if (draining.begun) res.set('Connection', 'close');
    next();
  };
}
