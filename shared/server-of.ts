import { serversOf } from './config/several-servers.js';

/** PostgreSQL's default port. */
export const POSTGRES_PORT = 5_432;

/** Returns host and port of each server of an address, or its socket: neither user nor password belongs in a log. */
export function serverOf(url: string, defaultPort: number): string {
  const address = new URL(url);
  if (address.protocol === 'unix:') return decodeURIComponent(address.pathname);
  // What the query says wins, as in libpq.
  const port = address.searchParams.get('port') || address.port || defaultPort;
  const host = address.searchParams.get('host');
  if (host !== null) return `${host}:${port}`;
  if (!address.searchParams.has('servers')) return `${address.hostname}:${port}`;
  return serversOf(address)
    .map((server) => (/:\d+$/.test(server) ? server : `${server}:${defaultPort}`))
    .join(', ');
}
