/** `//`, perhaps a user, and two or more servers, of which the URL of the standard can have only one. */
const SEVERAL = /^([a-z+]+:\/\/(?:[^@/?#]*@)?)([^@/?#]*,[^@/?#]*)(.*)$/s;
const SERVER = /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Rewrites an address of several servers (`scheme://user:password@a:1,b:2/x`) as a URL: with the first of them as its
 * host, and all of them in the query as `servers`. Anything else is given back as it is; what is wrong with it shows
 * when it is read as a URL.
 */
export function toOneUrl(address: string): string {
  const [, start = '', list = '', rest = ''] = SEVERAL.exec(address) ?? [];
  const servers = list.split(',').map((server) => server.trim());
  const url = `${start}${servers[0]}${rest}`;
  if (!servers.every((server) => SERVER.test(server)) || !URL.canParse(url)) return address;
  const whole = new URL(url);
  whole.searchParams.set('servers', servers.join(','));
  return whole.href;
}

/** A user and no host, as libpq has it for a socket: `postgres://user:password@/service?host=/run/postgresql`. */
const SOCKET = /^(postgres(?:ql)?:\/\/[^/?#]+@)(?=\/[^?#]*\?(?:[^#]*&)?host=)/i;

/**
 * Rewrites an address of PostgreSQL that the standard of URLs does not have: of several servers, or of a Unix socket,
 * whose URL then has a host that nobody looks at, because the query names the socket.
 */
export function toPostgresUrl(address: string): string {
  return toOneUrl(address.replace(SOCKET, '$1localhost'));
}

/** The servers of a URL by `toOneUrl`, each a host, with a port where one was given; one for most URLs. */
export function serversOf(url: URL): string[] {
  return url.searchParams.get('servers')?.split(',') ?? [url.host];
}

/** The hosts of a URL by `toOneUrl`, without their ports; IPv6 in brackets, as in a URL. */
export function hostsOf(url: URL): string[] {
  return serversOf(url).map((server) => server.replace(/:\d+$/, ''));
}
