/** Where PostgreSQL listens when an address does not say. */
export const POSTGRES_PORT = 5_432;

/** Host and port of an address: neither its user nor its password belongs into a log. */
export function serverOf(url: string, defaultPort: number): string {
  const { hostname, port, searchParams } = new URL(url);
  return `${searchParams.get('host') ?? hostname}:${port === '' ? defaultPort : port}`;
}
