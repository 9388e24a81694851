import { isIP, type LookupFunction } from 'node:net';
import { isAllowedAddress } from '../../shared/webhooks/allowed-address.js';
import { isLocalhost } from '../../shared/webhooks/validate-webhook-url.js';
import { createResolve, type Resolve } from './resolve.js';

/** Why no connection is made; the code ends up in the error the HTTP client throws. */
export class LookupError extends Error {
  override readonly name = 'LookupError';

  constructor(readonly code: 'ADDRESS_NOT_ALLOWED' | 'NAME_NOT_RESOLVED') {
    super(code);
  }
}

/** Resolves a host to the addresses webhooks may go to. Throws a LookupError if there are none. */
export type FindAllowed = (hostname: string) => Promise<string[]>;

/**
 * Judges the addresses of a host name. One forbidden address among several is enough to refuse: no honest receiver has
 * one.
 */
export function createFindAllowed(options: { loopback: boolean; resolve?: Resolve }): FindAllowed {
  const resolve = options.resolve ?? createResolve();
  return async (hostname) => {
    const addresses = isLocalhost(hostname) ? ['127.0.0.1', '::1'] : await resolve(hostname).catch(() => []);
    if (addresses.length === 0) throw new LookupError('NAME_NOT_RESOLVED');
    if (!addresses.every((address) => isAllowedAddress(address, options))) {
      throw new LookupError('ADDRESS_NOT_ALLOWED');
    }
    return addresses;
  };
}

/**
 * A socket lookup that returns only addresses webhooks may go to. The socket connects to the very addresses judged
 * here, so a name that resolves differently between two lookups (DNS rebinding) gains nothing.
 */
export function createGuardedLookup(findAllowed: FindAllowed): LookupFunction {
  return (hostname, { all }, callback) => {
    findAllowed(hostname).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (all === true) callback(null, found);
        else callback(null, found[0]?.address ?? '', found[0]?.family);
      },
      (error: LookupError) => callback(error, []),
    );
  };
}
