import type { Response } from 'express';

/** A signal that fires when the caller has gone away, or has been answered: nobody waits any more. */
export function hangUpSignal(res: Response): AbortSignal {
  return hangUpController(res).signal;
}

/** The same, for a request that may also stop waiting for reasons of its own. */
export function hangUpController(res: Response): AbortController {
  const controller = new AbortController();
  // With a reason of ours, because without one Node makes an error with a stack for each request.
  res.once('close', () => controller.abort('closed'));
  return controller;
}
