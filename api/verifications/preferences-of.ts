import type { Request } from 'express';
import type { ApiDeps } from '../deps.js';
import { type Preferences, parsePrefer } from '../http/prefer-header.js';

/**
 * The preferences that are applied to a request of this client. If as many of its requests wait as may, this one does
 * not, whatever it says.
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
