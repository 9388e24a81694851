import type { KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import type { Keyring } from '../crypto/keyring.js';
import { DURABILITIES, type Durability } from '../durability/demand.js';
import type { EvidenceKeys } from '../evidence/evidence-keys.js';
import { checkExtraCas } from './ca-file.js';
import type { EnvironmentReader } from './environment.js';
import { type MailConfig, readMail } from './mail.js';
import { readEvidenceKeys, readKey, readKeyring } from './secrets.js';
import { readTracing } from './tracing.js';
import { readDatabaseUrl, readRedisUrl } from './transport.js';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What the API and the worker both need. */
export interface CommonConfig {
  production: boolean;
  databaseUrl: string;
  redisUrl: string;
  encryptionKeys: Keyring;
  indexKey: KeyObject;
  /** Signs receipts, the log and webhooks for outsiders. */
  evidenceKeys: EvidenceKeys;
  logLevel: LogLevel;
  /** What a commit must reach before it is acknowledged: the disk of one server, or a synchronous standby too. */
  durability: Durability;
  /** The address every port of the process listens on; undefined means all interfaces. */
  host: string | undefined;
  /** Port of /metrics, /healthz and /readyz; undefined serves none. */
  metricsPort: number | undefined;
  /** Bearer token required by /metrics; undefined makes it public. */
  metricsToken: string | undefined;
  /** How mails are sent; undefined if they are not. */
  mail: MailConfig | undefined;
  /** Whether traces are exported; the OpenTelemetry SDK reads how from its own variables. */
  tracing: boolean;
}

const OWN_SERVERS = '`npm start` brings its own PostgreSQL and Redis; a process started alone needs it';

/** Reads the variables both processes share. The result is only usable after `reader.finish()`. */
export function readCommon(reader: EnvironmentReader): CommonConfig {
  const servers = {
    databaseUrl: readDatabaseUrl(reader, 'DATABASE_URL', OWN_SERVERS),
    redisUrl: readRedisUrl(reader, 'REDIS_URL', OWN_SERVERS),
  };
  if (reader.production) checkExtraCas(reader);
  const secrets = {
    encryptionKeys: readKeyring(reader, 'ENCRYPTION_KEYS', true) as Keyring,
    indexKey: readKey(reader, 'INDEX_KEY') as KeyObject,
  };
  return {
    production: reader.production,
    ...servers,
    ...secrets,
    evidenceKeys: readEvidenceKeys(reader, secrets.indexKey) as EvidenceKeys,
    logLevel: reader.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    durability: readDurability(reader),
    host: readHost(reader),
    metricsPort: reader.port('METRICS_PORT'),
    metricsToken: readMetricsToken(reader),
    mail: readMail(reader),
    tracing: readTracing(reader),
  };
}

/** DURABILITY; a single server is the default. */
export function readDurability(reader: EnvironmentReader): Durability {
  return reader.oneOf('DURABILITY', DURABILITIES, 'local');
}

function readHost(reader: EnvironmentReader): string | undefined {
  const host = reader.optional('HOST');
  if (host !== undefined && host !== 'localhost' && isIP(host) === 0) {
    reader.fault('HOST', 'must be an IP address of this machine, or localhost');
  }
  return host;
}

function readMetricsToken(reader: EnvironmentReader): string | undefined {
  const token = reader.optional('METRICS_TOKEN');
  // RFC 6750, 2.1: what may follow "Bearer".
  if (token !== undefined && !/^[\w.~+/-]{16,500}=*$/.test(token))
    reader.fault(
      'METRICS_TOKEN',
      'must be 16 to 500 of A-Z a-z 0-9 - . _ ~ + /, for example of `openssl rand -hex 32`',
    );
  if (token !== undefined) reader.requireUnique('METRICS_TOKEN', token);
  return token;
}
