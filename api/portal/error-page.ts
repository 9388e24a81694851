import type { ErrorRequestHandler, Request } from 'express';
import { ApiError } from '../errors/catalogue.js';
import { sendPage } from './routes.js';

/** What is for programs alone, whatever they accept. */
const FOR_PROGRAMS = /^\/(api|assets)(\/|$)/;

/**
 * Answers a browser that opens a wrong address, or one that needs a sign-in, with the portal: it says so in a page, and
 * leads back after a sign-in. The status stays, and everybody else gets the JSON of the next handler.
 */
export const handleBrowserErrors: ErrorRequestHandler = (error, req, res, next) => {
  const shown = error instanceof ApiError && (error.httpStatus === 404 || error.httpStatus === 401);
  if (!shown || res.headersSent || !isNavigation(req)) return next(error);
  res.status(error.httpStatus).set(error.headers);
  if (!sendPage(req, res)) next(error);
};

/** Somebody opens an address, or a page of ours is loaded into a tab: nothing else asks for HTML by name. */
function isNavigation({ method, path, headers }: Request): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  return reads && !FOR_PROGRAMS.test(path) && headers.accept?.includes('text/html') === true;
}
