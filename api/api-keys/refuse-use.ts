import type { KeyScope } from '../../shared/domain/key-scopes.js';
import { type ApiError, forbidden } from '../errors/catalogue.js';
import { isInRanges } from './address-range.js';
import type { LiveKey } from './load-live-keys.js';

/** What an API key is used for: one of its scopes, or something every key may do. */
export type KeyNeed = KeyScope | 'any';

/** A use of an API key: what for, and from which address. */
export interface KeyUse {
  need: KeyNeed;
  address: string | undefined;
}

export interface RefusedUse {
  reason: 'address' | 'scope';
  error: ApiError;
}

/** The 403 for a valid key used for something, or from somewhere, it may not be (contract 11). */
export function refuseUse(
  { scopes, allowed_addresses: ranges }: Pick<LiveKey, 'scopes' | 'allowed_addresses'>,
  { need, address }: KeyUse,
): RefusedUse | undefined {
  if (!isInRanges(address, ranges)) {
    const error = forbidden(
      'This API key cannot be used from this network address. Change its allowed_addresses with PATCH /api/v1/api-keys/{id}.',
    );
    return { reason: 'address', error };
  }
  if (need === 'any' || scopes.includes(need)) return undefined;
  const error = forbidden(
    `This request needs the scope ${need}, which the API key does not have. Change its scopes with PATCH /api/v1/api-keys/{id}.`,
  );
  return { reason: 'scope', error };
}
