import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Public by its number, but answered inside a cloud: Azure's platform and metadata address. */
const INTERNAL = new Set(['168.63.129.16']);
/** What is routed on the Internet lies in here (IANA, IPv6 Global Unicast); the rest of IPv6 is of special use. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/**
 * Says whether a webhook may be sent to an IP address: only to public ones, so that a client cannot make our network
 * talk to itself (loopback, private, link-local with its metadata services, carrier-grade NAT, unique-local,
 * multicast, translated and reserved ranges). `loopback` allows that one range too, for development.
 */
export function isAllowedAddress(address: string, { loopback }: { loopback: boolean }): boolean {
  // Stricter than the parser, which also knows numbers that are no whole address.
  if (isIP(address) === 0) return false;
  // An IPv4 address in IPv6 clothes is judged by what is inside.
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (range === 'loopback') return loopback;
  if (range !== 'unicast' || INTERNAL.has(parsed.toString())) return false;
  return parsed instanceof ipaddr.IPv4 || (parsed as ipaddr.IPv6).match(GLOBAL_IPV6);
}
