import type { Request } from 'express';
import type { ApiConfig } from '../../shared/config/api.js';
import { readSessionCookie } from './session-cookie.js';

/** The token of a request and its location: browsers send cookies on their own, even at another site's request. */
export interface FoundToken {
  token: string;
  source: 'header' | 'cookie';
}

// RFC 6750 2.1; the scheme is case-insensitive (RFC 9110 11.1).
const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i;

/**
 * Finds the access token: in the single Authorization header, or otherwise in the session cookie. A cookie never
 * replaces a header that is present but unusable.
 */
export function findToken(req: Request, config: ApiConfig): FoundToken | undefined {
  const headers = req.headersDistinct.authorization ?? [];
  if (headers.length > 0) {
    const token = headers.length === 1 ? BEARER.exec(headers[0] ?? '')?.[1] : undefined;
    return token === undefined ? undefined : { token, source: 'header' };
  }
  const token = readSessionCookie(req, config);
  return token === undefined ? undefined : { token, source: 'cookie' };
}
