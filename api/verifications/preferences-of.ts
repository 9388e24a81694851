import type { Request } from 'express';
import type { ApiDeps } from '../deps.js';
import { type Preferences, parsePrefer } from '../http/prefer-header.js';

/**
 * Returns the preferences to apply to a request of this client. If the client already has the maximum number of waiting
 * requests, this one does not wait, whatever it asks for.
 */
export function preferencesOf(
  req: Request,
  clientId: string,
  { settlements }: Pick<ApiDeps, 'settlements'>,
): Preferences {
  const wished = parsePrefer(req.headers.prefer);
  if (settlements.hasRoomFor(clientId)) return wished;
  return { respondAsync: true, ...(wished.waitMs !== undefined && { waitMs: 0 }) };
}
