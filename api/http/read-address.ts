import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Reads the address of a caller. Without its zone, which names an interface of the machine that saw it; an IPv4-mapped
 * address, however a proxy spells it, is the IPv4 address in it. Undefined for anything else, such as `unknown`.
 */
export function readAddress(text: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const [address = ''] = (text ?? '').split('%');
  return isIP(address) === 0 ? undefined : ipaddr.process(address);
}
