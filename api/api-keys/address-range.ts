import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { readAddress } from '../http/read-address.js';

/** How many ranges a key may be bound to (contract 11). */
export const MAX_ADDRESS_RANGES = 20;
/** The bits before an IPv4 address that is written as an IPv6 one (RFC 4291, 2.5.5.2). */
const MAPPED_PREFIX = 96;
/** The longest text of a range: an IPv6 address with an IPv4 tail, and its prefix. */
export const MAX_ADDRESS_RANGE_LENGTH = 49;

/**
 * Reads a range in CIDR notation as its network: `203.0.113.0/24`. Undefined for anything else, including an address
 * without a prefix, one with a zone, and one with bits set beyond its prefix, because then either the address or the
 * prefix is a typo. A network of IPv4-mapped addresses (`::ffff:203.0.113.0/120`) is that of the IPv4 addresses in it,
 * as which their callers are judged.
 */
export function readAddressRange(text: string): string | undefined {
  const [address = '', prefix = '', ...rest] = text.split('/');
  if (rest.length > 0 || isIP(address) === 0 || address.includes('%')) return undefined;
  if (!/^(?:0|[1-9]\d{0,2})$/.test(prefix) || Number(prefix) > bitsOf(address)) return undefined;
  const [parsed, bits] = ipaddr.parseCIDR(text);
  const network = networkOf(parsed, bits);
  if (network !== parsed.toString()) return undefined;
  const mapped = bits >= MAPPED_PREFIX && parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress();
  return mapped ? `${parsed.toIPv4Address()}/${bits - MAPPED_PREFIX}` : `${network}/${bits}`;
}

/** Whether an address lies in one of the ranges, which must have been validated; without ranges every address does. */
export function isInRanges(address: string | undefined, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true;
  const parsed = readAddress(address);
  if (parsed === undefined) return false;
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === parsed.kind() && parsed.match(network, bits);
  });
}

/** Whether every address of a range lies in one of the others; without ranges every address does. */
export function isRangeWithin(range: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true;
  const [inner, innerBits] = ipaddr.parseCIDR(range);
  return ranges.some((outer) => {
    const [network, bits] = ipaddr.parseCIDR(outer);
    return network.kind() === inner.kind() && innerBits >= bits && inner.match(network, bits);
  });
}

function bitsOf(address: string): number {
  return isIP(address) === 4 ? 32 : 128;
}

function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const kept = address.toByteArray().map((byte, index) => byte & maskOf(bits - index * 8));
  return ipaddr.fromByteArray(kept).toString();
}

/** The mask of a byte with so many bits inside the prefix. */
function maskOf(bits: number): number {
  return bits >= 8 ? 0xff : bits <= 0 ? 0 : (0xff << (8 - bits)) & 0xff;
}
