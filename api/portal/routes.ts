import type { Request, RequestHandler, Response, Router } from 'express';
import { hasSessionCookie } from '../auth/session-cookie.js';
import type { ApiDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { resource } from '../http/resource.js';
import type { PortalFiles } from './load-files.js';
import { PAGE_PATHS } from './page-paths.js';
import { portalFiles } from './portal-files.js';
import { sendPortalFile } from './send-file.js';

// Nothing inline and nothing external: all scripts and styles are files of the build. `blob:` and `data:` are for
// images only.
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

// Their names contain a hash of their contents, so a file under a name never changes.
const HASHED = { prefix: '/assets/', cacheControl: 'public, max-age=31536000, immutable' };

/** The portal: its page at its own addresses, and the files of the build. Without a build all of them are 404. */
export function portalRoutes(router: Router, _deps: ApiDeps): void {
  const files = portalFiles();
  for (const address of PAGE_PATHS) {
    resource(router, address, { get: [page] });
    if (address !== '/') router.get(`${address}/`, withoutSlash);
  }
  for (const address of files.keys()) {
    if (!address.endsWith('.html')) resource(router, address, { get: [asset(files, address)] });
  }
}

/** Query parameters are up to the page's own router. */
const page: RequestHandler = (req, res) => {
  if (!sendPage(req, res)) throw notFound();
};

/**
 * Sends the page that every address of the portal starts with; false if the portal was not built. Both of its forms
 * show the same and differ only in which files are preloaded (portal/build/early-chunks.ts).
 */
export function sendPage(req: Request, res: Response): boolean {
  const index = portalFiles().get(hasSessionCookie(req) ? '/workspace.html' : '/index.html');
  if (index === undefined) return false;
  res.vary('Accept');
  res.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  sendPortalFile(req, res, index);
  return true;
}

/**
 * Redirects an address with a trailing slash, as people type or paste it. Only paths of our own pages come here, so the
 * redirect cannot lead elsewhere.
 */
const withoutSlash: RequestHandler = (req, res) => {
  const query = req.originalUrl.slice(req.path.length);
  res.redirect(308, `${req.path.slice(0, -1)}${query}`);
};

function asset(files: PortalFiles, address: string): RequestHandler {
  return (req, res) => {
    const file = files.get(address);
    if (file === undefined) throw notFound();
    res.setHeader('Cache-Control', address.startsWith(HASHED.prefix) ? HASHED.cacheControl : 'no-cache');
    sendPortalFile(req, res, file);
  };
}
