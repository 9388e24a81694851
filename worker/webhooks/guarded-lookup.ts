import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isAllowedAddress } from '../../shared/webhooks/allowed-address.js';
import { isLocalhost } from '../../shared/webhooks/validate-webhook-url.js';

/** Resolves a host name to addresses. Throws, or returns none, if there are none. */
export type Resolve = (hostname: string) => Promise<string[]>;

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

/** Per query to a name server; the limit of the whole attempt is longer. */
const RESOLVE_TIMEOUT_MS = 2_000;

/**
 * Queries the name servers directly. The system's own lookup runs on a few threads shared by the whole process: a
 * receiver with slow name servers could keep the provider's address from being resolved.
 */
function createResolve(): Resolve {
  const resolver = new Resolver({ timeout: RESOLVE_TIMEOUT_MS, tries: 2 });
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}
