import type { RequestHandler } from 'express';

/**
 * The board is a page, so it may load its own scripts, styles, texts and data, and nothing from elsewhere. Its
 * components set inline styles.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';');

/** Sets the content security policy of the board over that of the API. */
export const pageHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader('Content-Security-Policy', POLICY);
  next();
};
