import { isIPv4, isIPv6 } from 'node:net';

/**
 * Returns the part of a network address that one party controls: an IPv4 address as it is, an IPv6 address cut to its
 * /64, the smallest allocation anyone is given (RFC 6177), so that changing the rest yields no fresh quota.
 */
export function addressGroup(address: string | undefined): string {
  const bare = address?.replace(/^::ffff:/i, '').split('%')[0] ?? '';
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return 'unknown';
  const [head = '', tail] = bare.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = tail === undefined ? left : [...left, ...zeros, ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
