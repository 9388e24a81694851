import { describeNetwork } from '../describe-network.js';
import { REDIS_PREFIX } from './prefix.js';

/** What a Redis that is up but not serving answers, by a word of its answer, and what to do. */
const REASONS: Readonly<Record<string, string>> = {
  BUSY: 'the server is busy with somebody else’s script: SCRIPT KILL ends it',
  LOADING: 'the server is still loading its data',
  MASTERDOWN: 'the server is a replica that has lost its master: point the address to the master',
  MISCONF: 'the server cannot save to its disk and refuses writes',
  NOAUTH: 'the server requires a password: add it to REDIS_URL',
  NOREPLICAS: 'the server has too few replicas and refuses writes',
  OOM: 'the memory of the server is full: raise maxmemory',
  READONLY: 'the server is a replica and refuses writes: point the address to the master',
  WRONGPASS: 'the user or the password is wrong: correct it in REDIS_URL',
};

/** What a server that expects TLS, or has none, looks like from here. */
const TLS_REASONS: Readonly<Record<string, string>> = {
  ECONNRESET:
    'the connection was cut: if it always is, the server may require a certificate of its clients (set tls-auth-clients no), or TLS (rediss://)',
  ETIMEDOUT: 'the host does not answer, or not by TLS where the address asks for it (rediss://)',
};

/** What is answered to a command on a key that somebody else has written over. */
const WRONG_TYPE = /\bWRONGTYPE\b/;
const WRONG_TYPE_REASON =
  'something else was written to a key of ours: npm run admin -- doctor names it (WRONGTYPE)';

const NO_SENTINEL = /^All sentinels are unreachable/;
const NO_SENTINEL_REASON =
  'no Sentinel can be asked: check their addresses and, with rediss+sentinel://, their certificates and CA (REDIS_CA_FILE)';

/** What SELECT is answered by a server with fewer databases, by a Cluster, and where the user may not run it. */
const NO_DATABASE = /DB index is out of range|SELECT is not allowed|NOPERM.*'select'/;
const NO_DATABASE_REASON =
  'the server has no database of this number for us: correct it in REDIS_URL, or let the user run SELECT';

/** What a server answers that has as many connections as it may, and what a managed one with a limit of its own. */
const NO_CONNECTION_LEFT = /max(imum)? number of clients/i;
const NO_CONNECTION_LEFT_REASON =
  'the server has no free connections: raise maxclients or run fewer processes';

/** What a user is answered who lacks a right; within a script, Redis 7.0 leaves the word out, and what it is about. */
const NOT_PERMITTED = /\bNOPERM\b|The user executing the script can't/;
/** A server on which a command was renamed or turned off, or which never had it. */
const NO_COMMAND = /unknown (?:Redis )?command/i;

/** Describes in our own words why Redis refuses a command; undefined if the error is something else. */
export function describeRefusal({ message }: Error): string | undefined {
  if (NO_CONNECTION_LEFT.test(message)) return NO_CONNECTION_LEFT_REASON;
  if (NOT_PERMITTED.test(message))
    return `the user lacks permission for ${objectOf(message)}: grant it (NOPERM)`;
  if (NO_COMMAND.test(message))
    return `the server does not offer ${objectOf(message)}: it may be renamed or turned off there`;
  // Before Redis 7, a script's answer begins with ERR, and quotes the refusal.
  const word = message.match(/\b[A-Z]{3,12}\b/g)?.find((found) => REASONS[found] !== undefined);
  return word && `${REASONS[word]} (${word})`;
}

/** What a refusal is about, as far as it says so: never an argument, which may be data. */
function objectOf(message: string): string {
  const command = /'([a-z|]{1,40})'/i.exec(message)?.[1];
  if (command !== undefined) return `the command ${command.toLowerCase()}`;
  const kind = /\b(key|channel)s?\b/.exec(message)?.[1];
  return kind === undefined ? 'a command within a script' : `${kind}s that begin with ${REDIS_PREFIX}`;
}

/** How ioredis calls it when a connection stands and Redis does not answer on it. */
const NO_ANSWER = 'Command timed out';

/** Whether a command failed because nothing answered it in time: it may still be carried out. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === NO_ANSWER;
}

/** Whether a command failed because its key, or one of its script, holds something of another type. */
export function isWrongType(error: unknown): boolean {
  return error instanceof Error && WRONG_TYPE.test(error.message);
}

/** Describes in our own words a command that failed on a connection that stands; undefined if the error is another. */
export function describeRedisError(error: Error): string | undefined {
  if (isUnanswered(error)) return 'Redis does not answer';
  if (error.name !== 'ReplyError') return undefined;
  const refusal = isWrongType(error) ? WRONG_TYPE_REASON : describeRefusal(error);
  return refusal && `Redis: ${refusal}`;
}

/** Whether the server refuses the database of the address. */
export function refusesDatabase({ message }: Error): boolean {
  return NO_DATABASE.test(message);
}

/**
 * What is left of a connection that a server closed without giving a reason, or with one that came too late to be read.
 */
const CUT: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', undefined]);

/** Whether an error says only that there is no connection, and not why. */
export function saysLittle(error: Error & { code?: unknown }): boolean {
  const known =
    refusesDatabase(error) || describeRefusal(error) !== undefined || NO_SENTINEL.test(error.message);
  return !known && CUT.has(error.code);
}

/** Describes in our own words why Redis is unusable, with the error code; never the message, which may quote data. */
export function describeRedisOutage(error: Error & { code?: unknown }): string {
  if (refusesDatabase(error)) return NO_DATABASE_REASON;
  const refusal = describeRefusal(error);
  if (refusal !== undefined) return refusal;
  // ioredis keeps to itself why: a refused connection, an unknown host or a certificate.
  if (NO_SENTINEL.test(error.message)) return NO_SENTINEL_REASON;
  if (typeof error.code !== 'string') return 'the server does not answer';
  const reason = TLS_REASONS[error.code] ?? describeNetwork(error.code);
  return `${reason ?? 'the server cannot be used'} (${error.code})`;
}
