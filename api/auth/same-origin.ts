import type { Request } from 'express';
import type { ApiConfig } from '../../shared/config/api.js';

/**
 * Whether a browser sent the request from a page of this host: its Origin is PUBLIC_URL's, or names the host the
 * request was sent to. The scheme is not compared, because it is unknown behind a proxy that terminates TLS.
 */
export function isSameOrigin(req: Request, config: ApiConfig): boolean {
  const { origin, host } = req.headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  const sender = new URL(origin);
  if (config.publicUrl !== undefined && sender.origin === new URL(config.publicUrl).origin) return true;
  return (
    (sender.protocol === 'https:' || sender.protocol === 'http:') &&
    sender.origin === origin &&
    sender.host === host?.toLowerCase()
  );
}
