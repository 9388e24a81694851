import type { RequestHandler, Response } from 'express';
import type { ApiDeps } from '../deps.js';

/**
 * Asks callers of a process about to stop to reconnect, which leads them to another one. Judged as the head of a
 * response leaves, and not as its request arrives: who waits for a worker is answered when the process stops, and would
 * send the next request into a connection that closes at that moment. It is then unknown what came of that request,
 * which may be paid for.
 */
export function closeWhenDraining({ draining }: Pick<ApiDeps, 'draining'>): RequestHandler {
  return (_req, res, next) => {
    beforeHead(res, () => {
      if (draining.begun) res.setHeader('Connection', 'close');
    });
    next();
  };
}

/** Node sends every head by this method, also one that nobody asks it to send. */
function beforeHead(res: Response, act: () => void): void {
  const { writeHead } = res;
  res.writeHead = (...head: unknown[]) => {
    act();
    return Reflect.apply(writeHead, res, head);
  };
}
