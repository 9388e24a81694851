import type { ErrorRequestHandler, Request } from 'express';
import { ApiError, notFound } from '../errors/catalogue.js';
import { sendPage } from './routes.js';

/** Paths only programs use, whatever they accept. */
const FOR_PROGRAMS = /^\/(api|assets)(\/|$)/;

/**
 * Sends the portal to a browser that opens a wrong address, or one that needs a sign-in: the portal shows a page for
 * it, and leads back after a sign-in. The status is kept, and all other callers get the JSON of the next handler.
 */
export const handleBrowserErrors: ErrorRequestHandler = (raised, req, res, next) => {
  // An id in the path that cannot be decoded.
  const error: unknown = raised instanceof URIError ? notFound() : raised;
  const shown = error instanceof ApiError && (error.httpStatus === 404 || error.httpStatus === 401);
  if (!shown || res.headersSent || !isNavigation(req)) return next(error);
  res.status(error.httpStatus).set(error.headers);
  if (!sendPage(req, res)) next(error);
};

/** Someone opens an address, or one of our pages is loaded into a tab: nothing else asks for HTML by name. */
function isNavigation({ method, path, headers }: Request): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  return reads && !FOR_PROGRAMS.test(path) && headers.accept?.includes('text/html') === true;
}
