import { describeNetwork } from '../describe-network.js';
import type { FaultCode, UnavailableCode } from './outage-codes.js';
import { isServerFault, isUnavailable, lacksTls } from './sqlstate.js';

const OTHER_SCHEMA =
  'the schema is not that of this release: run npm run migrate first, or use the release that migrated this database';

/**
 * In plain words, by SQLSTATE; 01000 and 08001 come from a commit without a standby, and from pg itself. PgBouncer has
 * 08P01 for whatever it refuses.
 */
const REASONS: Readonly<Record<UnavailableCode | FaultCode | '01000' | '08001' | '08P01', string>> = {
  '01000': 'no synchronous standby confirms writes',
  '08001': 'no connection has been made yet',
  '08P01':
    'a pool in front of the server refused the connection (a wrong password, none left, no server): see its log',
  '25006': 'the server is read-only: point the address to the primary',
  '25P03': 'the session was ended, because its transaction had been idle for too long',
  '25P04': 'the session was ended, because its transaction took too long',
  '28000':
    'the server has no role of this name, or does not accept it from here, or only by TLS (sslmode=verify-full): check the user in the address, and pg_hba.conf',
  '28P01': 'the password of the role is wrong: correct it in DATABASE_URL',
  '3D000': 'the database does not exist',
  '42P01': OTHER_SCHEMA,
  '42501':
    'the role lacks a privilege (to connect, or on a table), or the server lacks access to one of its own files: compare the grants with those of the migrations, and see its log',
  '42703': OTHER_SCHEMA,
  '53000': 'the server is short of memory, disk space or another resource: see its log',
  '53100': 'the disk of the server is full',
  '53200': 'the server is out of memory',
  '53300':
    'no connections are left: raise max_connections, or CONNECTION LIMIT of the role or the database, or run fewer processes',
  '53400': 'a limit of its configuration is reached (temp_file_limit, say): raise it',
  '54000':
    'the server has no transaction numbers left and accepts no writes until old rows are frozen (VACUUM): see its log',
  '55000': 'the database is closed to connections: ALTER DATABASE … ALLOW_CONNECTIONS true opens it',
  '55P03': 'another session has held a lock for too long: find out whose it is',
  '57014': 'a statement took too long and was cancelled: the server is slow, or waits for its disk or a lock',
  '57P01': 'the server is shutting down',
  '57P02': 'the server is recovering from a crash',
  '57P03': 'the server is starting, stopping or recovering',
  '57P04': 'the database was dropped',
  '57P05': 'the session was ended, because it was idle for too long: remove idle_session_timeout',
  '58000': 'the operating system of the server reported an error: see its log',
  '58030': 'the server cannot read or write its disk: see its log',
  '58P01': 'a file of the server is missing: see its log',
  '58P02': 'a file is in the way of the server: see its log',
  XX000: 'the server failed to execute a statement: see its log',
  XX001: 'data on the server is damaged: see its log, and restore what is damaged',
  XX002: 'an index of the server is damaged: see its log, and REINDEX it',
};

/** PgBouncer's, in every mode, without `?pgbouncer=true`: the settings of a session come as parameters of its start. */
const REFUSES_SETTINGS = /^unsupported startup parameter/;

/** What pg says, without a code, of a connection that ended while it was in use. */
const BROKEN_OFF = /Connection terminated unexpectedly|not queryable/;

/**
 * Describes in our own words why PostgreSQL is unusable now, with the error code; undefined if the error is not an
 * outage. Messages of libraries are not passed on, because they may quote data.
 */
export function describeOutage(error: unknown): string | undefined {
  if (!isUnavailable(error) && !isServerFault(error)) return undefined;
  const seen = error instanceof AggregateError ? error.errors.find(isUnavailable) : error;
  if (lacksTls(seen)) return 'the server does not offer the TLS that its address asks for: turn ssl on there';
  const code = (seen as { code?: unknown }).code;
  if (typeof code !== 'string')
    return BROKEN_OFF.test(String(seen)) ? 'the connection was lost' : 'the server does not answer';
  if (seen instanceof Error && REFUSES_SETTINGS.test(seen.message)) {
    return `the pool in front of the server refuses the settings of a session: add ?pgbouncer=true to the address (${code})`;
  }
  return `${reasonOf(code) ?? describeNetwork(code) ?? 'the connection was lost'} (${code})`;
}

function reasonOf(code: string): string | undefined {
  return (REASONS as Readonly<Record<string, string>>)[code];
}
