import ipaddr from 'ipaddr.js';
import { translatedIpv4 } from '../../shared/translated-address.js';
import { readAddress } from '../http/read-address.js';

/** How many of the eight groups of an IPv6 address name its /64 network. */
const NETWORK_GROUPS = 4;

/**
 * Returns the part of a network address that one party controls: an IPv4 address as it is, also one that was
 * translated, an IPv6 address cut to its /64, the smallest allocation anyone is given (RFC 6177), so that changing the
 * rest yields no fresh quota.
 */
export function addressGroup(address: string | undefined): string {
  const read = readAddress(address);
  if (read === undefined) return 'unknown';
  if (read instanceof ipaddr.IPv4) return read.toString();
  const behind = translatedIpv4(read);
  if (behind !== undefined) return behind;
  const network = read.parts.slice(0, NETWORK_GROUPS);
  return network.map((group) => group.toString(16)).join(':');
}
