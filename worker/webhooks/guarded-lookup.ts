import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isAllowedAddress } from '../../shared/webhooks/allowed-address.js';
import { isLocalhost } from '../../shared/webhooks/judge-url.js';

/** Finds the addresses of a host name. Throws, or gives none, when there are none. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** Why no connection is made; the code ends up in the error that the HTTP client throws. */
export class LookupError extends Error {
  override readonly name = 'LookupError';

  constructor(readonly code: 'ADDRESS_NOT_ALLOWED' | 'NAME_NOT_RESOLVED') {
    super(code);
  }
}

/** The addresses of a host that webhooks may go to. Throws a LookupError when there are none. */
export type FindAllowed = (hostname: string) => Promise<string[]>;

/**
 * Judges what a host name leads to. One forbidden address among several is enough to refuse: no honest receiver has
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
 * A look-up for sockets that only knows addresses which webhooks may go to. A socket connects to the very addresses
 * that were judged here, so that a name which changes its mind between two look-ups gains nothing.
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

/** Per question to a name server; the limit of the whole attempt is longer. */
const RESOLVE_TIMEOUT_MS = 2_000;

/**
 * Asks the name servers directly. The system's own look-up runs on a few threads that the whole process shares: a
 * receiver with slow name servers could keep the provider's address from being found.
 */
function createResolve(): Resolve {
  const resolver = new Resolver({ timeout: RESOLVE_TIMEOUT_MS, tries: 2 });
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}
