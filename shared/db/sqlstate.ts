import { isHandshake, isUntrusted } from '../describe-network.js';
import { FAULT_CODES, READ_ONLY, UNAVAILABLE_CODES, UNMIGRATED_CODES } from './outage-codes.js';
import { UnknownCommitError } from './unknown-commit.js';

/** The whole transaction may simply be rerun: another transaction was in the way. */
const RETRYABLE = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
]);

const UNAVAILABLE: ReadonlySet<string> = new Set(UNAVAILABLE_CODES);
const UNMIGRATED: ReadonlySet<string> = new Set(UNMIGRATED_CODES);
const FAULTS: ReadonlySet<string> = new Set(FAULT_CODES);

/** The errors among these that affect one statement only: nothing of it was written, and the session continues. */
const OF_ONE_STATEMENT = new Set([READ_ONLY, '53200', '53400', '54000', '55P03', '57014', ...UNMIGRATED]);

/** Where PostgreSQL refuses a row by a policy: a defect of ours, with the code of a right that is missing. */
const BY_POLICY = new Set(['ExecWithCheckOptions', 'check_enable_rls']);
/** Where it refuses a right on a table, before anything is written. */
const BY_RIGHT = 'aclcheck_error';
/** program_limit_exceeded: by what was asked, unless PostgreSQL has no numbers of transactions left. */
const LIMIT = '54000';
const NUMBERING = new Set(['GetNewTransactionId', 'GetNewMultiXactId']);

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/**
 * What the operating system was doing when no connection came about, whatever its code: a Unix socket that is not there
 * (ENOENT) while its server is stopped, no file descriptor (EMFILE) or port (EADDRNOTAVAIL) left, a failing resolver.
 */
const CONNECTING = new Set(['connect', 'getaddrinfo']);

// pg reports these without a code.
const CONNECTION_LOST =
  /Connection terminated|connection timeout|timeout exceeded when trying to connect|Query read timeout|not queryable|Client was closed|error establishing an SSL connection/i;
const NO_TLS = /server does not support SSL connections/;

/** Whether the transaction lost to another one and may be rerun unchanged. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(codeOf(error));
}

/** Whether someone held a lock for longer than the session was prepared to wait. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** Whether PostgreSQL could not be reached or could not serve: a 503 for the caller, never a bug. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof UnknownCommitError) return true;
  const code = codeOf(error);
  if (isUntrusted(code) || isHandshake(code) || lacksTls(error)) return true;
  if (UNAVAILABLE.has(code) || NETWORK.has(code) || code.startsWith('08')) return true;
  if (CONNECTING.has(syscallOf(error))) return true;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  return error instanceof Error && CONNECTION_LOST.test(error.message);
}

/**
 * Whether PostgreSQL is there, but broken or in want of a migration, a right, a file or a limit: an alert, and a 503 for
 * the caller unless a migration is missing. A write is not rerun, but may be tried later.
 */
export function isServerFault(error: unknown): boolean {
  const code = codeOf(error);
  if (code === LIMIT) return isWraparound(error);
  return FAULTS.has(code) && (!isForbidden(error) || isDenied(error));
}

/**
 * Whether it is PostgreSQL that failed, and not what it was asked: the same may succeed at once, later, or when a person
 * has seen to it.
 */
export function maySucceedLater(error: unknown): boolean {
  return isUnavailable(error) || isRetryable(error) || isServerFault(error);
}

/** Whether old rows have not been frozen for so long that PostgreSQL takes no more writes, lest it lose them. */
function isWraparound(error: unknown): boolean {
  return codeOf(error) === LIMIT && NUMBERING.has(routineOf(error));
}

/** Whether the role lacks a right, or the server one to a file of its own. A row that a policy refuses is neither. */
function isDenied(error: unknown): boolean {
  const routine = routineOf(error);
  return isForbidden(error) && routine !== '' && !BY_POLICY.has(routine);
}

/**
 * Whether only a person can fix it: the role, its password, its right to connect or the server's certificate is
 * refused, or there is none.
 */
export function needsPerson(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith('28') || isUntrusted(code) || lacksTls(error) || isDenied(error);
}

/** Whether the server has TLS turned off, and the address asks for it. */
export function lacksTls(error: unknown): boolean {
  return error instanceof Error && NO_TLS.test(error.message);
}

/** Whether the server may not write. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === READ_ONLY;
}

/** Whether nothing came back on a connection for longer than the server may take. */
export function isSilence(error: unknown): boolean {
  if (error instanceof UnknownCommitError) return isSilence(error.cause);
  return error instanceof Error && error.message === 'Query read timeout';
}

/**
 * Whether PostgreSQL never replied to what was sent, or broke while executing it, so that it may have been executed: a
 * server that cannot write its log fails at the commit with the error of the disk.
 */
export function isAnswerLost(error: unknown): boolean {
  if (OF_ONE_STATEMENT.has(codeOf(error)) || routineOf(error).startsWith(BY_RIGHT)) return false;
  return isUnavailable(error) || isServerFault(error);
}

/**
 * Whether others may use the connection after this error. Not one whose prepared statement would now return other
 * columns: PostgreSQL refuses that statement for as long as the session lives (0A000, "cached plan must not change result
 * type").
 */
export function leavesSessionUsable(error: unknown): boolean {
  return isOfStatement(error) && codeOf(error) !== '0A000';
}

/** Whether others may succeed where this failed: PostgreSQL is there and refuses, fails at or has locked this alone. */
export function concernsOneOnly(error: unknown): boolean {
  return isOfStatement(error) || isServerFault(error);
}

/** Whether PostgreSQL answered, and may write. */
function isOfStatement(error: unknown): boolean {
  return !isAnswerLost(error) && !isReadOnly(error);
}

/** Whether the role lacks the privilege, or does not own what only an owner may change. */
export function isForbidden(error: unknown): boolean {
  return codeOf(error) === '42501';
}

/** Whether a table or column is missing: the migrations of this release have not run, or one of them has a defect. */
export function isUnmigrated(error: unknown): boolean {
  return UNMIGRATED.has(codeOf(error));
}

/** Whether a row with the same unique value already exists. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505';
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** The function of PostgreSQL that raised it, which is not translated as the message is. */
function routineOf(error: unknown): string {
  const { routine } = (error ?? {}) as { routine?: unknown };
  return typeof routine === 'string' ? routine : '';
}

function syscallOf(error: unknown): string {
  const { syscall } = (error ?? {}) as { syscall?: unknown };
  return typeof syscall === 'string' ? syscall : '';
}
