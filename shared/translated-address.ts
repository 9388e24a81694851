import ipaddr from 'ipaddr.js';

/**
 * Behind this prefix, a network that has only IPv6 reaches IPv4 addresses, and sees callers that have no other (RFC
 * 6052, 2.1; RFC 6147; RFC 7755).
 */
const TRANSLATED = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number];
const IPV4_BYTES = 4;

/** The IPv4 address behind one of IPv6, as text; undefined if it is not translated. */
export function translatedIpv4(address: ipaddr.IPv4 | ipaddr.IPv6): string | undefined {
  if (!(address instanceof ipaddr.IPv6) || !address.match(TRANSLATED)) return undefined;
  return address.toByteArray().slice(-IPV4_BYTES).join('.');
}
