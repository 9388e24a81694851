import type { EnvironmentReader } from './environment.js';
import { readSecretFile } from './secret-files.js';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** Of `sslmode`: those that look at the certificate of the server. */
const VERIFYING = new Set(['require', 'verify-ca', 'verify-full']);

/** Reads the address of a PostgreSQL and the file of its CA, and judges whether it may be used like this. */
export function readDatabaseUrl(reader: EnvironmentReader, name: string, hint: string): string {
  const value = reader.url(name, ['postgres:', 'postgresql:'], hint);
  // What is no such address is a fault already.
  if (!/^postgres(ql)?:/.test(value) || !URL.canParse(value)) return value;
  const url = new URL(value);
  const caFile = readCaFile(reader, 'DATABASE_CA_FILE');
  if (caFile !== undefined) {
    // What pg understands in an address, and the CA is of no use without.
    url.searchParams.set('sslrootcert', caFile);
    if (!url.searchParams.has('sslmode')) url.searchParams.set('sslmode', 'verify-full');
  }
  const tls = VERIFYING.has(url.searchParams.get('sslmode') ?? '') || url.searchParams.get('ssl') === 'true';
  const host = url.searchParams.get('host') ?? url.hostname;
  demandTrust(reader, name, { host, tls, password: url.password, remedy: 'add ?sslmode=verify-full' });
  return caFile === undefined ? value : url.href;
}

/** Reads the address of Redis and the file of its CA, and judges whether it may be used like this. */
export function readRedisUrl(reader: EnvironmentReader, name: string, hint: string): string {
  const value = reader.url(name, ['redis:', 'rediss:'], hint);
  if (!/^rediss?:/.test(value) || !URL.canParse(value)) return value;
  const url = new URL(value);
  const caFile = readCaFile(reader, 'REDIS_CA_FILE');
  if (caFile !== undefined) url.searchParams.set('cafile', caFile);
  const tls = url.protocol === 'rediss:';
  demandTrust(reader, name, { host: url.hostname, tls, password: url.password, remedy: 'use rediss://' });
  return caFile === undefined ? value : url.href;
}

function readCaFile(reader: EnvironmentReader, name: string): string | undefined {
  const path = reader.optional(name);
  if (path === undefined) return undefined;
  const file = readSecretFile(path);
  if ('problem' in file) reader.fault(name, file.problem);
  else if (!file.value.includes('-----BEGIN CERTIFICATE-----'))
    reader.fault(name, 'names a file that holds no certificate in PEM');
  return path;
}

interface Address {
  host: string;
  tls: boolean;
  password: string;
  remedy: string;
}

/** In production what travels to another host is personal data and the proof of who may read it. */
function demandTrust(reader: EnvironmentReader, name: string, address: Address): void {
  const plaintext = reader.oneOf('ALLOW_PLAINTEXT', ['false', 'true'], 'false') === 'true';
  if (!reader.production || plaintext || isHere(address.host)) return;
  const missing = [
    ...(address.tls ? [] : [`TLS (${address.remedy})`]),
    ...(address.password === '' ? ['a password'] : []),
  ].join(' and ');
  if (missing === '') return;
  const otherwise = 'set ALLOW_PLAINTEXT=true if nobody else is on the network between';
  reader.fault(name, `leads to another host and needs ${missing}; or ${otherwise}`);
}

/** This machine: a loopback address or a Unix socket. A host that is missing is another fault. */
function isHere(host: string): boolean {
  return host === '' || host.startsWith('/') || LOOPBACK.test(host);
}
