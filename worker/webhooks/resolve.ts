import { Resolver } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves a host name to addresses. Throws, or returns none, if there are none. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** Per query to a name server; the limit of the whole attempt is longer. */
const QUERY_MS = 2_000;
/**
 * How long the addresses of one family wait for those of the other. Some name servers and firewalls never answer for
 * IPv6: with three servers asked twice each, an attempt would be over before they are given up.
 */
const OTHER_FAMILY_MS = 1_000;

/**
 * Queries the name servers directly. The system's own lookup runs on a few threads shared by the whole process: a
 * receiver with slow name servers could keep the provider's address from being resolved.
 */
export function createResolve(open = () => new Resolver({ timeout: QUERY_MS, tries: 2 })): Resolve {
  let resolver = open();
  return async (hostname) => {
    const queries = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
    const late = Promise.any(queries).then(() => sleep(OTHER_FAMILY_MS, [], { ref: false }));
    const answers = queries.map((query) => Promise.race([query, late]).catch((): string[] => []));
    const addresses = (await Promise.all(answers)).flat();
    // It knows the name servers of the moment when it was opened; the system may have others by now.
    if (addresses.length === 0) resolver = open();
    return addresses;
  };
}
