import { describeNetwork } from '../describe-network.js';

/** What a Redis that is up but not serving answers, by the first word of its answer, and what to do. */
const REASONS: Readonly<Record<string, string>> = {
  LOADING: 'the server is still loading its data',
  MASTERDOWN: 'the server is a replica that has lost its master: point the address to the master',
  MISCONF: 'the server cannot save to its disk and refuses writes',
  NOAUTH: 'the server requires a password: add it to REDIS_URL',
  NOPERM: 'the user lacks permission for these commands: grant it',
  NOREPLICAS: 'the server has too few replicas and refuses writes',
  OOM: 'the memory of the server is full: raise maxmemory',
  READONLY: 'the server is a replica and refuses writes: point the address to the master',
  WRONGPASS: 'the user or the password is wrong: correct it in REDIS_URL',
};

/** What a server that expects TLS, or has none, looks like from here. */
const TLS_REASONS: Readonly<Record<string, string>> = {
  ECONNRESET: 'the connection was cut: if it always is, the server may require TLS (rediss://)',
  ETIMEDOUT: 'the host does not answer, or not by TLS where the address asks for it (rediss://)',
};

/** Describes in our own words why Redis is unusable, with the error code; never the message, which may quote data. */
export function describeRedisOutage(error: Error & { code?: unknown }): string {
  const word = /\b([A-Z]{3,12})\b/.exec(error.message)?.[1] ?? '';
  if (REASONS[word] !== undefined) return `${REASONS[word]} (${word})`;
  if (typeof error.code !== 'string') return describeSentinels(error.message);
  const reason = TLS_REASONS[error.code] ?? describeNetwork(error.code);
  return `${reason ?? 'the server cannot be used'} (${error.code})`;
}

/** When no Sentinel could be asked, ioredis quotes the last error in its own, without a code. */
function describeSentinels(message: string): string {
  const [, code = ''] = /Last error: .*?\b(E[A-Z_]{4,})\b/.exec(message) ?? [];
  const reason = describeNetwork(code);
  if (reason !== undefined) return `${reason} (${code})`;
  return /Last error: .*certificate/.test(message)
    ? 'the TLS certificate of a Sentinel is not accepted: compare its CA (REDIS_CA_FILE), its host names and its dates'
    : 'the server does not answer';
}
