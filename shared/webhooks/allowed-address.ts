import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Public by its number, but reachable inside a cloud: Azure's platform and metadata address. */
const INTERNAL = new Set(['168.63.129.16']);
/**
 * Everything routed on the Internet is in this range (IANA, IPv6 Global Unicast); the rest of IPv6 is special-purpose.
 */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/**
 * Behind this prefix a network that has only IPv6 reaches IPv4 addresses, and its name servers write those of a
 * receiver (RFC 6052, 2.1; RFC 6147): where this process runs in one, most receivers have no other.
 */
const TRANSLATED = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number];
const IPV4_BYTES = 4;

/**
 * Whether a webhook may be sent to an IP address: only to public ones, so that a client cannot make us send requests
 * inside our own network (loopback, private, link-local with its metadata services, carrier-grade NAT, unique-local,
 * multicast, translated and reserved ranges). Of the translated ones, those behind the well-known prefix are judged as
 * the IPv4 address in them. `loopback` allows that one range as well, for development.
 */
export function isAllowedAddress(address: string, { loopback }: { loopback: boolean }): boolean {
  // Stricter than the parser, which also accepts numbers that are not complete addresses.
  if (isIP(address) === 0) return false;
  // An IPv4-mapped IPv6 address is judged as the IPv4 address in it.
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6 && parsed.match(TRANSLATED))
    return isAllowedAddress(parsed.toByteArray().slice(-IPV4_BYTES).join('.'), { loopback: false });
  const range = parsed.range();
  if (range === 'loopback') return loopback;
  if (range !== 'unicast' || INTERNAL.has(parsed.toString())) return false;
  return parsed instanceof ipaddr.IPv4 || (parsed as ipaddr.IPv6).match(GLOBAL_IPV6);
}
