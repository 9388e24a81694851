import { requirePostgresParameters, requireRedisParameters } from './address-parameters.js';
import { readCaFile } from './ca-file.js';
import { type EnvironmentReader, PERCENT_ENCODED } from './environment.js';
import { isLoopback } from './loopback.js';
import { hostsOf, isSentinel, toOneUrl, toPostgresUrl } from './several-servers.js';

/** Values of `sslmode` that verify the server's certificate. */
const VERIFYING = new Set(['require', 'verify-ca', 'verify-full']);

const POSTGRES = ['postgres:', 'postgresql:'];
const REDIS = ['redis:', 'rediss:', 'redis+sentinel:', 'rediss+sentinel:', 'unix:'];
/** libpq's values and one the driver adds; the driver takes any other word for `verify-full`. */
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
/** Values of `target_session_attrs`, of which libpq has more: a server that takes no writes is of no use here. */
const WRITING = new Set(['read-write', 'primary']);

/**
 * Writes each `+` behind the `?` as the code that URL parsers read as one: to them, a bare one is the space of a form.
 * A password made with `openssl rand -base64` has one as often as not, and libpq takes it as it stands.
 */
function keepPlus(address: string): string {
  return address.replace(/\?[^#]*/, (query) => query.replaceAll('+', '%2B'));
}

/** The address as it was given, for a look at its parameters. */
function given(reader: EnvironmentReader, name: string): string {
  return keepPlus(reader.optional(name) ?? '');
}

/**
 * Reads the address of a PostgreSQL server and its CA file, and judges whether they may be used like this. An address
 * of several servers comes as one URL (`toOneUrl`).
 */
export function readDatabaseUrl(reader: EnvironmentReader, name: string, hint: string): string {
  const value = reader.url(name, POSTGRES, hint, (address) => toPostgresUrl(keepPlus(address)));
  // A malformed address is a fault already.
  if (!URL.canParse(value) || !POSTGRES.includes(new URL(value).protocol)) return value;
  const url = new URL(value);
  requirePostgresParameters(reader, name, given(reader, name));
  requireForm(reader, name, url);
  const caFile = readCaFile(reader, 'DATABASE_CA_FILE');
  if (caFile !== undefined) {
    // pg's parameter for it; without it the CA would have no effect.
    url.searchParams.set('sslrootcert', caFile);
    if (!url.searchParams.has('sslmode')) url.searchParams.set('sslmode', 'verify-full');
  }
  const tls = verifiesServer(url);
  const socket = url.searchParams.get('host');
  const hosts = socket === null ? hostsOf(url) : [socket];
  requireTrust(reader, name, { hosts, tls, password: url.password, remedy: 'add ?sslmode=verify-full' });
  // With its spaces encoded: where the driver finds one, it encodes the address, and so the codes in it, once more.
  return url.href;
}

/** Whether the driver verifies the server's certificate: `ssl` counts only without `sslmode`. */
function verifiesServer({ searchParams }: URL): boolean {
  const mode = searchParams.get('sslmode');
  return mode === null ? searchParams.get('ssl') === 'true' : VERIFYING.has(mode);
}

/** Reports values that the driver would silently ignore. */
function requireForm(reader: EnvironmentReader, name: string, url: URL): void {
  requireWholeHost(reader, name, url);
  const { searchParams } = url;
  const target = searchParams.get('target_session_attrs');
  if (target !== null && !WRITING.has(target))
    reader.fault(name, 'must have target_session_attrs=read-write, or omit it: the service writes');
  if (!SSL_MODES.includes(searchParams.get('sslmode') ?? 'disable'))
    reader.fault(name, `must have an sslmode of ${SSL_MODES.join(', ')}`);
  if (!['true', 'false'].includes(searchParams.get('pgbouncer') ?? 'false'))
    reader.fault(
      name,
      'must have pgbouncer=true where it leads to a pool in transaction mode, or no pgbouncer',
    );
}

/** A `/` or `#` in a password ends the host early: the rest, with its `@`, then follows the host. */
function requireWholeHost(reader: EnvironmentReader, name: string, { pathname, hash }: URL): void {
  if ((pathname + hash).includes('@')) reader.fault(name, `has an @ after its host: ${PERCENT_ENCODED}`);
}

/** Reads the address of Redis and its CA file, and judges whether they may be used like this. */
export function readRedisUrl(reader: EnvironmentReader, name: string, hint: string): string {
  if (/^rediss?\+cluster:/.test(reader.optional(name) ?? '')) {
    reader.fault(
      name,
      'names a Redis Cluster, which is not supported: all keys of the service share one hash tag, so use the address of the master that holds it, or Sentinels (redis+sentinel://)',
    );
    return '';
  }
  const value = reader.url(name, REDIS, hint, (address) => toOneUrl(keepPlus(address)));
  if (!URL.canParse(value) || !REDIS.includes(new URL(value).protocol)) return value;
  const url = new URL(value);
  requireRedisParameters(reader, name, given(reader, name));
  if (!/^\d{1,3}$/.test(url.searchParams.get('db') ?? '0'))
    reader.fault(
      name,
      'must have the number of a database as its db, as in unix:///run/redis/redis.sock?db=0',
    );
  if (url.protocol === 'unix:') {
    requireSocket(reader, name, url);
    return value;
  }
  requireRedisForm(reader, name, url);
  const caFile = readCaFile(reader, 'REDIS_CA_FILE');
  if (caFile !== undefined) url.searchParams.set('cafile', caFile);
  const tls = url.protocol.startsWith('rediss');
  const remedy = isSentinel(url) ? 'use rediss+sentinel://' : 'use rediss://';
  requireTrust(reader, name, { hosts: hostsOf(url), tls, password: url.password, remedy });
  return caFile === undefined ? value : url.href;
}

/** Reports what the client would misread: a part of the password as its path, or several servers as one. */
function requireRedisForm(reader: EnvironmentReader, name: string, url: URL): void {
  requireWholeHost(reader, name, url);
  const sentinel = isSentinel(url);
  if (!sentinel && !url.searchParams.has('servers') && !/^\/?\d{0,3}$/.test(url.pathname))
    reader.fault(
      name,
      'must have the number of a database after its host, as in redis://host:6379/0, or none',
    );
  if (sentinel && !/^\/[^/]+(\/\d{1,3})?$/.test(url.pathname))
    reader.fault(
      name,
      'must name the master that Sentinel watches: redis+sentinel://host:26379,host:26379/mymaster',
    );
  if (!sentinel && url.searchParams.has('servers'))
    reader.fault(
      name,
      'names several servers, which requires the Sentinel form: redis+sentinel://…/mymaster',
    );
}

function requireSocket(reader: EnvironmentReader, name: string, url: URL): void {
  if (url.hostname !== '')
    reader.fault(
      name,
      'must have the full path of the socket after three slashes: unix:///run/redis/redis.sock',
    );
}

interface Address {
  hosts: readonly string[];
  tls: boolean;
  password: string;
  remedy: string;
}

/** In production, what travels to another host is personal data and the credentials for reading it. */
function requireTrust(reader: EnvironmentReader, name: string, address: Address): void {
  const plaintext = reader.oneOf('ALLOW_PLAINTEXT', ['false', 'true'], 'false') === 'true';
  if (!reader.production || plaintext || address.hosts.every(isHere)) return;
  const missing = [
    ...(address.tls ? [] : [`TLS (${address.remedy})`]),
    ...(address.password === '' ? ['a password'] : []),
  ].join(' and ');
  if (missing === '') return;
  const otherwise = 'set ALLOW_PLAINTEXT=true if nobody else is on the network in between';
  reader.fault(name, `points to another host and needs ${missing}; or ${otherwise}`);
}

/** Whether it is this machine: a loopback address or a Unix socket. A missing host is a separate fault. */
function isHere(host: string): boolean {
  return host === '' || host.startsWith('/') || isLoopback(host);
}
