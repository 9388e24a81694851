import type { EnvironmentReader } from './environment.js';
import { readSecretFile } from './secret-files.js';

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
/** Those that name a file, which the driver reads at the first connection. */
const FILES_OF_POSTGRES = ['sslrootcert', 'sslcert', 'sslkey'];
const OF_REDIS = ['db', 'family'];
const OF_REDIS_SOCKET = ['username', 'password', 'db'];
const OF_SENTINELS = ['sentinelpassword'];

/**
 * Reports parameters that DATABASE_URL does not have, has twice, or with values that end the process once it connects;
 * `address` is the text as it was given.
 */
export function requirePostgresParameters(reader: EnvironmentReader, name: string, address: string): void {
  requireKnown(reader, name, address, OF_POSTGRES, OF_LIBPQ);
  const given = parametersOf(address);
  const port = given.get('port');
  if (port && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535))
    reader.fault(name, 'must have a number up to 65535 as its port');
  for (const parameter of FILES_OF_POSTGRES) {
    const path = given.get(parameter);
    const file = path ? readSecretFile(path) : {};
    if ('problem' in file) reader.fault(name, `${file.problem} as its ${parameter}`);
  }
}

/** Reports parameters that this form of REDIS_URL does not have or has twice; `address` is the text as it was given. */
export function requireRedisParameters(reader: EnvironmentReader, name: string, address: string): void {
  requireKnown(reader, name, address, redisParameters(address));
}

function redisParameters(address: string): readonly string[] {
  if (address.startsWith('unix:')) return OF_REDIS_SOCKET;
  return /^rediss?\+sentinel:/.test(address) ? OF_SENTINELS : OF_REDIS;
}

/** Never quotes what is not a plain word: it may be the rest of a password with an unencoded `?`. */
function requireKnown(
  reader: EnvironmentReader,
  name: string,
  address: string,
  known: readonly string[],
  tolerated: readonly string[] = [],
): void {
  const parameters = parametersOf(address);
  const given = [...parameters.keys()];
  const unknown = given.find((parameter) => ![...known, ...tolerated].includes(parameter));
  const list = known.join(', ');
  if (unknown !== undefined) {
    const quoted = /^[a-z_]{1,40}$/i.test(unknown) ? ` "${unknown}"` : '';
    reader.fault(name, `has an unknown parameter${quoted} after its ?; this form of address has ${list}`);
  } else if (new Set(given).size < given.length) {
    reader.fault(name, `has a parameter twice after its ?; each of ${list} may be there once`);
  }
  // An empty one would count here, as the host of a socket on this machine for example, and not for the driver.
  const empty = given.find((parameter) => parameters.get(parameter) === '');
  if (empty !== undefined && known.includes(empty))
    reader.fault(name, `has nothing after ${empty}= in its parameters: give it a value, or leave it out`);
}

function parametersOf(address: string): URLSearchParams {
  return new URLSearchParams(/\?([^#]*)/.exec(address)?.[1]);
}
