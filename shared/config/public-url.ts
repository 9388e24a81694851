import type { EnvironmentReader } from './environment.js';

/**
 * Reads the address under which people and callers reach the service; undefined if it is not set. Everyone is shown it,
 * and addresses are made by appending a path.
 */
export function readPublicUrl(reader: EnvironmentReader): string | undefined {
  if (reader.optional('PUBLIC_URL') === undefined) return undefined;
  const value = reader.url('PUBLIC_URL', ['https:', 'http:'], '');
  if (!URL.canParse(value)) return value;
  const { username, password } = new URL(value);
  // Also a bare `?` or `#`, which the parsed address does not show.
  if (username || password || /[?#]/.test(value)) {
    reader.fault('PUBLIC_URL', 'must be a base address, without a user, a query or a fragment');
  }
  // In the form in which it is sent: a header takes only ASCII, and no space.
  const { href } = new URL(value);
  return value.endsWith('/') ? href : href.replace(/\/$/, '');
}
