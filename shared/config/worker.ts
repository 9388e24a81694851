import { type CommonConfig, readCommon } from './common.js';
import { COMMON_SECRETS, readWithDevelopmentSecrets } from './development-secrets.js';
import type { Environment, EnvironmentReader } from './environment.js';
import { isLoopback } from './loopback.js';
import { type HttpProxy, readProxy } from './proxy.js';
import { readPublicUrl } from './public-url.js';
import { DEFAULT_REPORT_TYPES, type ReportTypes } from './report-types.js';
import { SANDBOX_DEFAULTS } from './sandbox.js';

export interface WorkerConfig extends CommonConfig {
  providerUrl: string;
  providerApiKey: string;
  /** Header that carries the key; `authorization` carries it as a bearer token. */
  providerApiKeyHeader: string;
  /** Limit of one provider call, from connecting to the last byte. */
  providerTimeoutMs: number;
  /** Most checks in flight at once in this process. */
  concurrency: number;
  /** How long an erasure by retention can be called back, in milliseconds. */
  erasureGraceMs: number;
  /** Where paid answers are kept while PostgreSQL cannot take them; must outlive the process. */
  spoolDir: string;
  /** Proxy for https calls to the provider and for webhooks. */
  proxy: HttpProxy | undefined;
  reportTypes: ReportTypes;
  /** The name of the transparency log; undefined keeps its current one. */
  logOrigin: string | undefined;
  /** Where the pages are that mails link to; without it, mails that speak of one have no link. */
  publicUrl: string | undefined;
  /** The witnesses that cosign the log. */
  witnesses: readonly WitnessAddress[];
}

/** Reads the worker's configuration. Throws ConfigError with every fault at once. */
export function readWorkerConfig(environment: Environment): WorkerConfig {
  const reader = readWithDevelopmentSecrets(environment, COMMON_SECRETS);
  const config: WorkerConfig = {
    ...readCommon(reader),
    providerUrl: readProviderUrl(reader),
    providerApiKey: readProviderApiKey(reader),
    providerApiKeyHeader: readHeaderName(reader),
    providerTimeoutMs: readProviderTimeoutMs(reader),
    concurrency: reader.integer('WORKER_CONCURRENCY', 50, 1, 2_000),
    erasureGraceMs: readErasureGraceMs(reader),
    spoolDir: readSpoolDir(reader),
    logOrigin: readLogOrigin(reader),
    proxy: readProxy(reader),
    publicUrl: readPublicUrl(reader),
    witnesses: readWitnesses(reader),
    reportTypes: {
      maritalStatus: reader.optional('PROVIDER_MARITAL_REPORT_TYPE') ?? DEFAULT_REPORT_TYPES.maritalStatus,
      aliveStatus: reader.optional('PROVIDER_ALIVE_REPORT_TYPE') ?? DEFAULT_REPORT_TYPES.aliveStatus,
    },
  };
  reader.finish();
  return config;
}

/**
 * The first line of every checkpoint: limited to few kinds of characters, because it is signed and compared byte for
 * byte.
 */
export function readLogOrigin(reader: EnvironmentReader): string | undefined {
  const value = reader.optional('LOG_ORIGIN');
  if (value !== undefined && !/^[A-Za-z0-9][A-Za-z0-9._/-]{0,199}$/.test(value)) {
    reader.fault('LOG_ORIGIN', 'must be a name such as verify.example.com/log: letters, digits, . _ / -');
  }
  return value;
}

/** The address of a witness and the key it signs with (C2SP tlog-cosignature). */
export interface WitnessAddress {
  url: string;
  name: string;
  verifierKey: string;
}

/** Reads WITNESS_URLS: `https://witness.example/#name+hash+key,…`. */
export function readWitnesses(reader: EnvironmentReader): WitnessAddress[] {
  const parts = (reader.optional('WITNESS_URLS') ?? '').split(',').map((part) => part.trim());
  return parts
    .filter((part) => part !== '')
    .flatMap((part, index) => {
      const [url = '', verifierKey = ''] = part.split('#', 2);
      const [, name] = /^([^+\s]+)\+[0-9a-f]{8}\+[A-Za-z0-9+/=]{44}$/.exec(verifierKey) ?? [];
      if (name !== undefined && /^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) {
        return [{ url: url.replace(/\/$/, ''), name, verifierKey }];
      }
      reader.fault(
        'WITNESS_URLS',
        `must have an address followed by # and the key that the witness prints, at position ${index + 1}`,
      );
      return [];
    });
}

/** Hard limit of one provider call, in milliseconds; stopping a worker takes that long too. */
export function readProviderTimeoutMs(reader: EnvironmentReader): number {
  return reader.integer('PROVIDER_TIMEOUT_MS', 20_000, 100, 300_000);
}

/** Over a weekend, and into the Monday on which someone reads what was announced. */
const DEFAULT_GRACE_HOURS = 72;
/** In production nothing is erased within a day of a mistake. */
const MIN_GRACE_HOURS = 24;

/** How long an erasure by retention can be called back, in milliseconds. */
export function readErasureGraceMs(reader: EnvironmentReader): number {
  const shortest = reader.production ? MIN_GRACE_HOURS : 0;
  return reader.integer('ERASURE_GRACE_HOURS', DEFAULT_GRACE_HOURS, shortest, 720) * 3_600_000;
}

/** Where a worker outside production finds what `npm run start:sandbox` starts. */
const SANDBOX_URL = `http://${SANDBOX_DEFAULTS.host}:${SANDBOX_DEFAULTS.port}`;

/** The folder that keeps paid answers. */
export function readSpoolDir(reader: EnvironmentReader): string {
  return reader.optional('SPOOL_DIR') ?? '.data/spool';
}

/** The base address of the provider. */
export function readProviderUrl(reader: EnvironmentReader): string {
  if (!reader.production && reader.optional('PROVIDER_URL') === undefined) return SANDBOX_URL;
  const value = reader.url('PROVIDER_URL', ['https:', 'http:'], 'it is the base address of the provider');
  if (!URL.canParse(value)) return value;
  const { protocol, hostname, username, password, search, hash } = new URL(value);
  if (username || password || search || hash) {
    reader.fault('PROVIDER_URL', 'must be a base address, without a user, a query or a fragment');
  }
  if (reader.production && protocol !== 'https:' && !isLoopback(hostname)) {
    reader.fault('PROVIDER_URL', 'must be https in production: identity numbers are sent to it');
  }
  return value;
}

function readProviderApiKey(reader: EnvironmentReader): string {
  const value = reader.optional('PROVIDER_API_KEY');
  if (value === undefined && !reader.production) return SANDBOX_DEFAULTS.apiKey;
  if (value !== undefined && !/^[\x20-\x7e]+$/.test(value)) {
    reader.fault(
      'PROVIDER_API_KEY',
      'must be one line of printable ASCII characters: it is sent in a header',
    );
  }
  if (value === SANDBOX_DEFAULTS.apiKey && reader.production) {
    reader.fault('PROVIDER_API_KEY', "is the sandbox's key: use the one that the provider issued");
  }
  if (value !== undefined) reader.requireUnique('PROVIDER_API_KEY', value);
  return value ?? reader.required('PROVIDER_API_KEY', 'it is the key that the provider issued');
}

/** Headers of every paid call, and those that frame it: the key would replace one of them, or never be sent. */
const OTHER_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'idempotency-key',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'x-client-reference',
]);

function readHeaderName(reader: EnvironmentReader): string {
  const name = (reader.optional('PROVIDER_API_KEY_HEADER') ?? 'authorization').toLowerCase();
  if (!/^[a-z0-9-]{1,64}$/.test(name))
    reader.fault('PROVIDER_API_KEY_HEADER', 'must be the name of an HTTP header');
  if (OTHER_HEADERS.has(name))
    reader.fault('PROVIDER_API_KEY_HEADER', 'names a header that each call needs for something else');
  return name;
}
