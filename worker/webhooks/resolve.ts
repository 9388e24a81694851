import { NODATA, NOTFOUND, type ResolverOptions } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves a host name to addresses. Throws, or returns none, if there are none. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** How long a name server has for an answer, and how often it is asked; the limit of the whole attempt is longer. */
const QUERY = { timeout: 2_000, tries: 2 };
/**
 * How long the addresses of one family wait for those of the other. Some name servers and firewalls never answer for
 * IPv6: with three servers asked twice each, an attempt would be over before they are given up. Long enough to ask once
 * more: a worker that has only the family whose question was lost would reach nobody.
 */
const OTHER_FAMILY_MS = QUERY.timeout + 1_000;

/**
 * Queries the name servers directly. The system's own lookup runs on a few threads shared by the whole process: a
 * receiver with slow name servers could keep the provider's address from being resolved.
 */
export function createResolve(open = (options: ResolverOptions) => new Resolver(options)): Resolve {
  let resolver = open(QUERY);
  return async (hostname) => {
    const queries = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
    const late = Promise.any(queries).then(() => sleep(OTHER_FAMILY_MS, [], { ref: false }));
    const answers = queries.map((query) => Promise.race([query, late]).catch((): string[] => []));
    const addresses = (await Promise.all(answers)).flat();
    // It knows the name servers of the moment when it was opened; the system may have others by now. Not where one has
    // answered: it also knows which are silent, and a name that does not exist would cost all others that.
    if (addresses.length === 0 && !(await Promise.allSettled(queries)).some(isAnswer)) resolver = open(QUERY);
    return addresses;
  };
}

/** Whether a name server has answered, be it that there is nothing. */
function isAnswer(result: PromiseSettledResult<string[]>): boolean {
  return result.status === 'fulfilled' || [NODATA, NOTFOUND].includes(result.reason.code);
}
