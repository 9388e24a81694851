/** The host of a URL as sockets and name servers take it: an IPv6 address without its brackets. */
export function bareHost(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}
