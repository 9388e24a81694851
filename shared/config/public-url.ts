import type { EnvironmentReader } from './environment.js';

/** Reads the address under which people and callers reach the service; undefined if it is not set. */
export function readPublicUrl(reader: EnvironmentReader): string | undefined {
  if (reader.optional('PUBLIC_URL') === undefined) return undefined;
  return reader.url('PUBLIC_URL', ['https:', 'http:'], '');
}
