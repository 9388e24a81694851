/** `//`, an optional user, and two or more servers, of which a standard URL can have only one. */
const SEVERAL = /^([a-z+]+:\/\/(?:[^@/?#]*@)?)([^@/?#]*,[^@/?#]*)(.*)$/s;
const SERVER = /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Rewrites an address of several servers (`scheme://user:password@a:1,b:2/x`) as a URL: the first becomes its host, and
 * all of them go into the query as `servers`. Anything else is returned unchanged; errors show up when it is parsed as
 * a URL.
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

/** A user without a host, libpq's notation for a socket: `postgres://user:password@/service?host=/run/postgresql`. */
const SOCKET = /^(postgres(?:ql)?:\/\/[^/?#]+@)(?=\/[^?#]*\?(?:[^#]*&)?host=)/i;

/**
 * Rewrites PostgreSQL addresses that are not standard URLs: those of several servers, and of a Unix socket, whose URL
 * then gets a host that is ignored because the query names the socket; and of a user or password in the query.
 */
export function toPostgresUrl(address: string): string {
  const url = toOneUrl(address.replace(SOCKET, '$1localhost'));
  return URL.canParse(url) ? (nameUser(new URL(url)) ?? url) : url;
}

/** Where a URL has what the query may name, too. */
const USER_PARTS = [
  ['user', 'username'],
  ['password', 'password'],
] as const;

/**
 * Moves user and password from the query, where they win as in libpq, to where everything else looks for them: the
 * rights of the role are granted by that name. Undefined if the query has neither, or nothing names the server.
 */
function nameUser(url: URL): string | undefined {
  const { searchParams } = url;
  if (!USER_PARTS.some(([parameter]) => searchParams.has(parameter))) return undefined;
  // A URL without a host has no place for a user.
  if (url.hostname === '' && searchParams.has('host')) url.hostname = 'localhost';
  if (url.hostname === '') return undefined;
  for (const [parameter, part] of USER_PARTS) {
    const given = searchParams.get(parameter);
    if (given !== null) url[part] = encodeURIComponent(given);
    searchParams.delete(parameter);
  }
  return url.href;
}

/** The servers of a URL made by `toOneUrl`, each a host with an optional port; one for most URLs. */
export function serversOf(url: URL): string[] {
  return url.searchParams.get('servers')?.split(',') ?? [url.host];
}

/** The hosts of a URL made by `toOneUrl`, without ports; IPv6 in brackets, as in a URL. */
export function hostsOf(url: URL): string[] {
  return serversOf(url).map((server) => server.replace(/:\d+$/, ''));
}

/** Whether an address of Redis names Sentinels rather than the server itself. */
export function isSentinel({ protocol }: URL): boolean {
  return protocol.endsWith('+sentinel:');
}
