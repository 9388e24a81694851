import { Redis, type RedisOptions } from 'ioredis';
import { bareHost } from '../bare-host.js';
import { readCertificateFile } from '../certificate-file.js';
import { isSentinel, serversOf } from '../config/several-servers.js';

const REDIS_PORT = 6_379;
const SENTINEL_PORT = 26_379;
/**
 * How long a Sentinel may take to name the master, connecting included, in milliseconds. By default ioredis waits for
 * ever for one that takes connections and says nothing, as on a machine that hangs, and asks none of the others.
 */
const SENTINEL_TIMEOUT_MS = 3_000;

/** The default port of the servers in an address. */
export function defaultPortOf(address: string): number {
  return isSentinel(new URL(address)) ? SENTINEL_PORT : REDIS_PORT;
}

/**
 * Opens a connection by an address of REDIS_URL: of a server (`redis://`, `rediss://`), of its Unix socket
 * (`unix:///path?password=…&db=0`), or of the Sentinels that know the master
 * (`redis+sentinel://a:26379,b:26379/mymaster/0`, whose user and password are the master's; `?sentinelpassword=` is
 * theirs). `cafile`, from the configuration, names the CA of all of them. Throws if that file cannot be read.
 */
export function openRedis(address: string, options: RedisOptions): Redis {
  const url = new URL(address);
  const caFile = url.searchParams.get('cafile');
  url.searchParams.delete('cafile');
  const tls = caFile === null ? {} : trustOf(caFile);
  if (isSentinel(url)) return new Redis({ ...options, ...readSentinels(url, tls) });
  // ioredis decodes what is behind the `?`, but not the path.
  if (url.protocol === 'unix:') return new Redis(decodeURIComponent(url.pathname) + url.search, options);
  return new Redis(url.href, { ...options, ...(caFile !== null && { tls }) });
}

/** The CA as it is when a connection is made: ioredis copies these options each time. */
function trustOf(caFile: string): NonNullable<RedisOptions['tls']> {
  // Where it throws while connecting, ioredis would neither tell nor try again.
  readCertificateFile(caFile);
  return {
    get ca() {
      return readCertificateFile(caFile);
    },
  };
}

function readSentinels(url: URL, tls: NonNullable<RedisOptions['tls']>): RedisOptions {
  const [, name = '', db = '0'] = url.pathname.split('/');
  const sentinelPassword = url.searchParams.get('sentinelpassword');
  return {
    ...(url.username !== '' && { username: decodeURIComponent(url.username) }),
    ...(url.password !== '' && { password: decodeURIComponent(url.password) }),
    sentinels: serversOf(url).map((server) => {
      const [, host = server, port = SENTINEL_PORT] = /^(.*?)(?::(\d+))?$/.exec(server) ?? [];
      return { host: bareHost(host), port: Number(port) };
    }),
    name: decodeURIComponent(name),
    db: Number(db),
    sentinelCommandTimeout: SENTINEL_TIMEOUT_MS,
    ...(sentinelPassword !== null && { sentinelPassword }),
    ...(url.protocol.startsWith('rediss') && { tls, sentinelTLS: tls, enableTLSForSentinelMode: true }),
  };
}
