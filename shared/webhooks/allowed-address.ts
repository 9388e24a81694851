import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { translatedIpv4 } from '../translated-address.js';

/** Public by its number, but reachable inside a cloud: Azure's platform and metadata address. */
const INTERNAL = new Set(['168.63.129.16']);
/**
 * Everything routed on the Internet is in this range (IANA, IPv6 Global Unicast); the rest of IPv6 is special-purpose.
 */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

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
  const behind = translatedIpv4(parsed);
  if (behind !== undefined) return isAllowedAddress(behind, { loopback: false });
  const range = parsed.range();
  if (range === 'loopback') return loopback;
  if (range !== 'unicast' || INTERNAL.has(parsed.toString())) return false;
  return parsed instanceof ipaddr.IPv4 || (parsed as ipaddr.IPv6).match(GLOBAL_IPV6);
}
