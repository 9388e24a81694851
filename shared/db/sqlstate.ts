/** The whole transaction may simply be run again: somebody else's transaction was in the way. */
const RETRYABLE = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
]);

/** PostgreSQL is there but cannot serve now, or went away in the middle of a statement. */
const UNAVAILABLE = new Set([
  '3D000', // invalid_catalog_name: the database is being restored or replaced
  '53000', // insufficient_resources
  '53100', // disk_full
  '53200', // out_of_memory
  '53300', // too_many_connections
  '55P03', // lock_not_available: a lock was held for longer than lock_timeout
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57014', // query_canceled: statement_timeout
  '58030', // io_error
  '25P03', // idle_in_transaction_session_timeout
]);

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

// pg reports these without a code.
const CONNECTION_LOST =
  /Connection terminated|connection timeout|timeout exceeded when trying to connect|Query read timeout|not queryable|Client was closed/i;

/** Says whether the transaction lost against another one and may be run again as it is. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(codeOf(error));
}

/** Says whether somebody held a lock for longer than the session was ready to wait. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** Says whether PostgreSQL could not be reached or could not serve: a 503 for the caller, never a defect. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (UNAVAILABLE.has(code) || NETWORK.has(code) || code.startsWith('08')) return true;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  return error instanceof Error && CONNECTION_LOST.test(error.message);
}

/** Says whether a row with the same unique value exists already. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505';
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
