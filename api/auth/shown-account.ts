import type { Request } from 'express';
import { toPublicId } from '../../shared/domain/ids.js';
import { unusableToken } from '../errors/catalogue.js';
import type { TokenClaims } from './access-token.js';

/** Pages of the portal name whom they show in it, and in which mode. */
const SHOWN = 'x-session-of';

/**
 * The tabs of a browser share one cookie, so that a page may be older than the session: another person, or the same in
 * the other mode, has signed in or switched in another tab since. What such a page sends was meant for the session that
 * it shows, and is refused.
 */
export function requireShownAccount({ headers }: Request, { userId, mode }: TokenClaims): void {
  const shown = headers[SHOWN];
  if (shown === undefined || shown === `${toPublicId('user', userId)} ${mode}`) return;
  throw unusableToken(
    'Another session has begun in this browser since the page was opened. Reload the page.',
  );
}
