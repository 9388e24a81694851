import type { EnvironmentReader } from './environment.js';

/**
 * What may follow the `?` of DATABASE_URL. The driver would take every name for one of its settings, so that `options`
 * or a time limit would replace those of the processes, and ignore those it does not have.
 */
const OF_POSTGRES = [
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'ssl',
  'host',
  'port',
  'user',
  'password',
  'application_name',
  'target_session_attrs',
  'pgbouncer',
];
/** Managed services append these to the addresses they hand out. They are libpq's, and have no effect here. */
const OF_LIBPQ = ['channel_binding', 'connect_timeout'];
const OF_REDIS = ['db', 'family'];
const OF_REDIS_SOCKET = ['username', 'password', 'db'];
const OF_SENTINELS = ['sentinelpassword'];

/** Reports parameters that DATABASE_URL does not have or has twice; `address` is the text as it was given. */
export function demandPostgresParameters(reader: EnvironmentReader, name: string, address: string): void {
  demandKnown(reader, name, address, OF_POSTGRES, OF_LIBPQ);
}

/** Reports parameters that this form of REDIS_URL does not have or has twice; `address` is the text as it was given. */
export function demandRedisParameters(reader: EnvironmentReader, name: string, address: string): void {
  demandKnown(reader, name, address, redisParameters(address));
}

function redisParameters(address: string): readonly string[] {
  if (address.startsWith('unix:')) return OF_REDIS_SOCKET;
  return /^rediss?\+sentinel:/.test(address) ? OF_SENTINELS : OF_REDIS;
}

/** Never quotes what is not a plain word: it may be the rest of a password with an unencoded `?`. */
function demandKnown(
  reader: EnvironmentReader,
  name: string,
  address: string,
  known: readonly string[],
  tolerated: readonly string[] = [],
): void {
  const given = [...new URLSearchParams(/\?([^#]*)/.exec(address)?.[1]).keys()];
  const unknown = given.find((parameter) => ![...known, ...tolerated].includes(parameter));
  const list = known.join(', ');
  if (unknown !== undefined) {
    const quoted = /^[a-z_]{1,40}$/i.test(unknown) ? ` "${unknown}"` : '';
    reader.fault(name, `has an unknown parameter${quoted} behind its ?; this form of address has ${list}`);
  } else if (new Set(given).size < given.length) {
    reader.fault(name, `has a parameter twice behind its ?; each of ${list} may be there once`);
  }
}
