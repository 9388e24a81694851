import type { Response } from 'express';

/** A signal that fires when the caller has gone away, or has been answered: nobody waits any more. */
export function hangUpSignal(res: Response): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => controller.abort());
  return controller.signal;
}
