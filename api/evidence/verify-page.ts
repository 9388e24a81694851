import type { RequestHandler } from 'express';
import type { ApiDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { portalFiles } from '../portal/portal-files.js';

/** The page loads its own files and nothing else, and cannot send anything: there is no connect-src. */
const POLICY =
  "default-src 'none';script-src 'self';style-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'";

/** GET /verify: the page that checks evidence in the browser, with the keys of this service filled in. */
export function sendVerifyPage({ config }: Pick<ApiDeps, 'config'>): RequestHandler {
  const keys = JSON.stringify({ keys: config.evidenceKeys.publicJwks() }, null, 1);
  return (_req, res) => {
    const page = portalFiles().get('/verify.html');
    if (page === undefined) throw notFound();
    res.set('Content-Security-Policy', POLICY);
    // Keys are base64url and ids have a restricted alphabet: neither contains anything special in HTML.
    res.type('html').send(page.plain.toString().replace('{{KEYS}}', () => keys));
  };
}
