import type { Response } from 'express';

/** A signal that fires when the caller has gone or been answered: nobody is waiting any more. */
export function disconnectSignal(res: Response): AbortSignal {
  return disconnectController(res).signal;
}

/** A controller of that signal, for a request that may also stop waiting for reasons of its own. */
export function disconnectController(res: Response): AbortController {
  const controller = new AbortController();
  // With our own reason: without one, Node creates an error with a stack for each request.
  res.once('close', () => controller.abort('closed'));
  return controller;
}
