import { describeNetwork } from '../describe-network.js';
import { isUnavailable } from './sqlstate.js';

/** In plain words, by SQLSTATE. */
const REASONS: Readonly<Record<string, string>> = {
  '01000': 'no synchronous standby confirms writes',
  '08001': 'no connection has been made yet',
  '25006': 'the server is read-only: point the address to the primary',
  '28000': 'the server does not admit this role: see its pg_hba.conf',
  '28P01': 'the password of the role is wrong: correct it in DATABASE_URL',
  '3D000': 'the database does not exist (now)',
  '53300': 'the server has no free connections: raise max_connections or run fewer processes',
  '57P01': 'the server is shutting down',
  '57P02': 'the server is recovering from a crash',
  '57P03': 'the server is starting, stopping or recovering',
};

/**
 * Describes in our own words why PostgreSQL is unusable now, with the error code; undefined if the error is not an
 * outage. Messages of libraries are not passed on, because they may quote data.
 */
export function describeOutage(error: unknown): string | undefined {
  if (!isUnavailable(error)) return undefined;
  const seen = error instanceof AggregateError ? error.errors.find(isUnavailable) : error;
  const code = (seen as { code?: unknown }).code;
  if (typeof code !== 'string') return 'the server does not answer';
  return `${REASONS[code] ?? describeNetwork(code) ?? 'the server cannot serve'} (${code})`;
}
