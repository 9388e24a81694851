import { isIP } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { bareHost } from '../../../shared/bare-host.js';
import { hostsOf } from '../../../shared/config/several-servers.js';
import { type Judgement, ok, warning } from './judgement.js';
import { readDatabaseAddress, readRedisAddress, type Surroundings } from './surroundings.js';

/** One connection that carries client data. */
export interface Line {
  to: 'PostgreSQL' | 'Redis';
  /** Host name or address; empty or a path for a local socket. */
  host: string;
  encrypted: boolean;
}

/** Judges whether the connections to PostgreSQL and Redis are encrypted if they leave the machine. Makes both. */
export async function examineEncryption({ environment, sql, redis }: Surroundings): Promise<Judgement> {
  const [connected] = await Promise.all([redis(), sql.query('SELECT 1')]);
  return judgeEncryption([
    ...postgresLines(readDatabaseAddress(environment)),
    ...redisLines(readRedisAddress(environment), connected),
  ]);
}

/**
 * What the driver decides by the address it keeps to, or does not connect. The server's own word (`pg_stat_ssl`) would
 * be about the connection of a pool in between.
 */
function postgresLines(address: string): Line[] {
  const url = new URL(address);
  const { ssl } = new pg.Client({ connectionString: address });
  const socket = url.searchParams.get('host');
  const hosts = socket === null ? hostsOf(url) : [socket];
  return hosts.map((host) => ({ to: 'PostgreSQL', host, encrypted: Boolean(ssl) }));
}

/** Sentinels may be on this machine when the master they name is not. */
function redisLines(address: string, { stream }: Redis): Line[] {
  const url = new URL(address);
  const named = url.protocol.endsWith('+sentinel:') ? [] : hostsOf(url);
  const reached = 'remoteAddress' in stream ? (stream.remoteAddress ?? '') : '';
  const hosts = named.length > 0 ? named : [reached];
  return hosts.map((host) => ({ to: 'Redis', host, encrypted: stream instanceof TLSSocket }));
}

/** Judges the connections. */
export function judgeEncryption(lines: readonly Line[]): Judgement {
  const open = lines.filter(({ host, encrypted }) => !encrypted && !isHere(host));
  if (open.length === 0) {
    const ways = lines.map(({ to, encrypted }) => `${to} ${encrypted ? 'by TLS' : 'on this machine'}`);
    return ok([...new Set(ways)].join(', '));
  }
  return warning(
    `without TLS: ${open.map(({ to, host }) => `${to} at ${host}`).join(', ')}`,
    'use sslmode=verify-full in DATABASE_URL and rediss:// in REDIS_URL, unless the network in between is your own and encrypted',
  );
}

function isHere(host: string): boolean {
  const bare = bareHost(host);
  if (isIP(bare) === 4) return bare.startsWith('127.');
  return bare === '' || bare === '::1' || bare === 'localhost' || bare.startsWith('/');
}
