import { isIP } from 'node:net';
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

/** Judges whether the connections to PostgreSQL and Redis are encrypted if they leave the machine. */
export async function examineEncryption({ environment, sql }: Surroundings): Promise<Judgement> {
  const redis = new URL(readRedisAddress(environment));
  const database = new URL(readDatabaseAddress(environment));
  const [row] = await sql.query<{ encrypted: boolean }>(
    'SELECT ssl AS encrypted FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
  );
  const socket = database.searchParams.get('host');
  const lines = (to: Line['to'], hosts: readonly string[], encrypted: boolean): Line[] =>
    hosts.map((host) => ({ to, host, encrypted }));
  return judgeEncryption([
    ...lines('PostgreSQL', socket === null ? hostsOf(database) : [socket], row?.encrypted === true),
    ...lines('Redis', hostsOf(redis), redis.protocol.startsWith('rediss')),
  ]);
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
  const bare = host.replace(/^\[|\]$/g, '');
  if (isIP(bare) === 4) return bare.startsWith('127.');
  return bare === '' || bare === '::1' || bare === 'localhost' || bare.startsWith('/');
}
