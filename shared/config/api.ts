import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { Keyring } from '../crypto/keyring.js';
import { FACTOR_DEMANDS, type FactorDemand } from '../domain/second-factor.js';
import { type CommonConfig, readCommon } from './common.js';
import { API_SECRETS, readWithDevelopmentSecrets } from './development-secrets.js';
import type { Environment, EnvironmentReader } from './environment.js';
import { readPublicUrl } from './public-url.js';
import { readKeyring } from './secrets.js';
import { readTwoPeople, type TwoPeople } from './two-people.js';

export interface ApiConfig extends CommonConfig, TwoPeople {
  port: number;
  jwtSecrets: Keyring;
  /** How long a POST waits for the worker when the caller does not say, in milliseconds. */
  syncWaitMs: number;
  clientRequestsPerMinute: number;
  /** Express' `trust proxy`: false, a number of hops, or a list of addresses and networks. */
  trustProxy: false | number | string;
  /** How long the API keeps serving, no longer ready, after it was told to stop. */
  drainSeconds: number;
  /** The public address of the API, if callers do not connect to it directly. */
  publicUrl: string | undefined;
  /** Contact for callers: an e-mail address, or the URL of a page. */
  supportContact: string | undefined;
  /** Whose sign-in needs a second factor. */
  requireSecondFactor: FactorDemand;
  /** Key and certificates that sign PDF reports, in PEM; if undefined, the service creates them. */
  pdfSigningPem: string | undefined;
}

/** Reads the API's configuration. Throws ConfigError with every fault at once. */
export function readApiConfig(environment: Environment): ApiConfig {
  const reader = readWithDevelopmentSecrets(environment, API_SECRETS);
  const config: ApiConfig = {
    ...readCommon(reader),
    port: reader.port('PORT') ?? 3000,
    jwtSecrets: readKeyring(reader, 'JWT_SECRETS', false) as Keyring,
    // Anything longer than the longest `Prefer: wait` would only tie up connections.
    syncWaitMs: reader.integer('SYNC_WAIT_MS', 10_000, 0, 30_000),
    clientRequestsPerMinute: reader.integer('CLIENT_REQUESTS_PER_MINUTE', 3_000, 1, 10_000_000),
    trustProxy: readTrustProxy(reader),
    drainSeconds: readDrainSeconds(reader),
    publicUrl: readPublicUrl(reader),
    ...readTwoPeople(reader),
    supportContact: readSupportContact(reader),
    requireSecondFactor: reader.oneOf(
      'REQUIRE_SECOND_FACTOR',
      FACTOR_DEMANDS,
      reader.production ? 'staff' : 'none',
    ),
    pdfSigningPem: readPdfSigning(reader),
  };
  // Otherwise the process would start, serve metrics, and then find its port taken by itself; 0 is any free port.
  if (config.metricsPort === config.port && config.port !== 0)
    reader.fault('METRICS_PORT', 'must not be the port of the API: give it another one than PORT');
  reader.finish();
  return config;
}

/** How long an API serves on after it was told to stop. Nobody load-balances over several APIs in development. */
export function readDrainSeconds(reader: EnvironmentReader): number {
  return reader.integer('DRAIN_SECONDS', reader.production ? 5 : 0, 0, 300);
}

function readSupportContact(reader: EnvironmentReader): string | undefined {
  const contact = reader.optional('SUPPORT_CONTACT');
  if (contact === undefined || /^[^\s@<>":]+@[^\s@<>":]+\.[^\s@<>":]+$/.test(contact)) return contact;
  if (URL.canParse(contact) && /^https?:$/.test(new URL(contact).protocol)) return contact;
  reader.fault(
    'SUPPORT_CONTACT',
    'must be an e-mail address, without mailto:, or a URL that starts with https:// or http://',
  );
  return undefined;
}

/** An RSA key and its certificate in one PEM, followed by the certificates of its issuers. */
function readPdfSigning(reader: EnvironmentReader): string | undefined {
  const pem = reader.optional('PDF_SIGNING_PEM');
  if (pem === undefined) return undefined;
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'rsa' && new X509Certificate(pem).checkPrivateKey(key)) return pem;
  } catch {
    // Reported below, without quoting the input.
  }
  reader.fault('PDF_SIGNING_PEM', 'must contain an RSA private key in PEM, followed by its certificate');
  return undefined;
}

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

function readTrustProxy(reader: EnvironmentReader): false | number | string {
  const value = reader.optional('TRUST_PROXY') ?? 'off';
  if (value === 'off') return false;
  if (/^[1-9]$/.test(value)) return Number(value);
  const networks = value.split(',').map((part) => part.trim());
  if (networks.every(isNetwork)) return networks.join(',');
  // Trusting every address is deliberately impossible: any caller could then choose the address that limits count.
  reader.fault('TRUST_PROXY', 'must be off, a number of proxies from 1 to 9, or a list of their addresses');
  return false;
}

/**
 * Whether Express accepts this as the address or network of a proxy; otherwise it would throw without naming the
 * variable.
 */
function isNetwork(text: string): boolean {
  if (NAMED_NETWORKS.includes(text)) return true;
  const [address = '', prefix = '1', ...rest] = text.split('/');
  const bits = { 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return rest.length === 0 && /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits;
}
