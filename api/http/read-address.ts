import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Reads the address of a caller. Without its zone, which names an interface of the machine that saw it; an IPv4-mapped
 * address, however a proxy spells it, is the IPv4 address in it. Undefined for anything else, such as `unknown`.
 */
export function readAddress(text: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const [address = ''] = (text ?? '').split('%');
  return isIP(address) === 0 ? undefined : ipaddr.process(address);
}

/** How a socket that serves both families, or a proxy, usually writes an IPv4 address. */
const USUAL_IPV4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/;

/** The address of a caller as text, like `readAddress`: parsing the usual one costs forty times as much. */
export function addressText(text: string | undefined): string | undefined {
  const usual = USUAL_IPV4.exec(text ?? '')?.[1];
  return usual !== undefined && isIPv4(usual) ? usual : readAddress(text)?.toString();
}
