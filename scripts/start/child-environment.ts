import { hostToListenOn, shownApiAddress } from './api-address.js';

/** Addresses and keys of the servers and the provider, either the launcher's own or from the environment. */
export interface Backing {
  databaseUrl: string;
  redisUrl: string;
  providerUrl: string;
  providerApiKey: string | undefined;
}

/** What every Node process may see of our environment; nothing else is passed on unless listed below. */
const ORDINARY = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TZ',
  'LANG',
  'LC_ALL',
  'NODE_ENV',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_V8_COVERAGE',
];
const COMMON = [
  'ENCRYPTION_KEYS',
  'INDEX_KEY',
  'EVIDENCE_KEYS',
  'LOG_LEVEL',
  'DURABILITY',
  'SMTP_URL',
  'MAIL_FROM',
  'PUBLIC_URL',
  'ALLOW_PLAINTEXT',
  'METRICS_PORT',
  'METRICS_TOKEN',
];
const API_ONLY = [
  'JWT_SECRETS',
  'DRAIN_SECONDS',
  'SYNC_WAIT_MS',
  'CLIENT_REQUESTS_PER_MINUTE',
  'TRUST_PROXY',
  'TWO_PEOPLE',
  'APPROVAL_CREDITS',
  'SUPPORT_CONTACT',
  'REQUIRE_SECOND_FACTOR',
  'PDF_SIGNING_PEM',
];
const WORKER_ONLY = [
  'PROVIDER_TIMEOUT_MS',
  'PROVIDER_API_KEY_HEADER',
  'PROVIDER_MARITAL_REPORT_TYPE',
  'PROVIDER_ALIVE_REPORT_TYPE',
  'WORKER_CONCURRENCY',
  'ERASURE_GRACE_HOURS',
  'LOG_ORIGIN',
  'HTTPS_PROXY',
  'NO_PROXY',
  'SPOOL_DIR',
  'WITNESS_URLS',
];

type Variables = Record<string, string>;

/** Those of our variables that are set, each also as the name of a file, where a secret may be in one. */
function pick(names: readonly string[]): Variables {
  const set = names
    .flatMap((name) => [name, `${name}_FILE`])
    .map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(set.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** What API and worker are both given. The SDK of OpenTelemetry reads variables of its own, all with one prefix. */
function shared(): Variables {
  const tracing = Object.keys(process.env).filter((name) => name.startsWith('OTEL_'));
  // The launcher's own servers have no certificate that a CA could vouch for.
  const authorities = [
    ...(isGiven('DATABASE_URL') ? ['DATABASE_CA_FILE'] : []),
    ...(isGiven('REDIS_URL') ? ['REDIS_CA_FILE'] : []),
  ];
  return pick([...ORDINARY, ...COMMON, ...tracing, ...authorities]);
}

function isGiven(name: string): boolean {
  return Object.values(pick([name])).some((value) => value.trim() !== '');
}

/** The API's environment, without the provider's address and key. */
export function apiEnvironment(backing: Backing, port: number): Variables {
  const { databaseUrl, redisUrl } = backing;
  return {
    ...shared(),
    ...pick(API_ONLY),
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    PORT: String(port),
    HOST: hostToListenOn(),
  };
}

/**
 * The worker's environment, without the keys that sign tokens. Its mails link to the API on `apiPort`; `metricsPort` is
 * its own in place of METRICS_PORT.
 */
export function workerEnvironment(backing: Backing, apiPort: number, metricsPort?: number): Variables {
  const { databaseUrl, redisUrl, providerUrl, providerApiKey } = backing;
  return {
    PUBLIC_URL: shownApiAddress(apiPort),
    ...shared(),
    ...pick(WORKER_ONLY),
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    PROVIDER_URL: providerUrl,
    ...(providerApiKey !== undefined && { PROVIDER_API_KEY: providerApiKey }),
    HOST: hostToListenOn(),
    ...(metricsPort !== undefined && { METRICS_PORT: String(metricsPort) }),
  };
}

/** The sandbox provider's environment. */
export function sandboxEnvironment(port: number, apiKey: string): Variables {
  return { ...pick(ORDINARY), PORT: String(port), PROVIDER_API_KEY: apiKey };
}
