import net, { type LookupFunction, type Socket } from 'node:net';
import { sharedLookup } from '../shared/shared-lookup.js';

/**
 * How long one address of a host may take to accept a connection before the next is tried, in milliseconds. Node gives
 * each but the last a quarter of a second, and the kernel repeats a lost packet only after a second: of a host that is
 * far away, or lost one, only the last address would count, which where there is no IPv6 leads nowhere.
 */
export const TRY_ADDRESS_MS = 1_500;

/** Starts connecting to a host by TCP: to each of its addresses in turn, until one accepts. */
export function connectTo(
  { host, port }: { host: string; port: number },
  lookup: LookupFunction = sharedLookup,
): Socket {
  return net.connect({ host, port, noDelay: true, lookup, autoSelectFamilyAttemptTimeout: TRY_ADDRESS_MS });
}
