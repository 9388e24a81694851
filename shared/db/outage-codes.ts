/** read_only_sql_transaction: a standby, a demoted primary, or a server whose disk guard forbids writes. */
export const READ_ONLY = '25006';

/** PostgreSQL is there but cannot serve now, or went away in the middle of a statement: describe-outage.ts says why. */
export const UNAVAILABLE_CODES = [
  READ_ONLY,
  '3D000', // invalid_catalog_name: the database is being restored or replaced
  '53000', // insufficient_resources
  '53100', // disk_full
  '53200', // out_of_memory
  '53300', // too_many_connections
  '55000', // object_not_in_prerequisite_state: the database is closed to connections (ALLOW_CONNECTIONS)
  '55P03', // lock_not_available: a lock was held for longer than lock_timeout
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P04', // database_dropped
  '57P05', // idle_session_timeout
  '57014', // query_canceled: statement_timeout
  '58030', // io_error
  '25P03', // idle_in_transaction_session_timeout
  '25P04', // transaction_timeout
  '28000', // invalid_authorization_specification: pg_hba.conf no longer admits this role or address
  '28P01', // invalid_password: it was changed, and the processes do not know it yet
] as const;

/** The SQLSTATE of an outage that is not one of the network or of a standby. */
export type UnavailableCode = (typeof UNAVAILABLE_CODES)[number];

/** A table or column of this release is not there. */
export const UNMIGRATED_CODES = [
  '42P01', // undefined_table
  '42703', // undefined_column
] as const;

/**
 * PostgreSQL fails at this statement until a person has seen to it, while others may work: nothing is wrong with what
 * was asked, and asking again at once helps nobody.
 */
export const FAULT_CODES = [
  '42501', // insufficient_privilege: isDenied says which
  ...UNMIGRATED_CODES,
  '53400', // configuration_limit_exceeded: temp_file_limit, say
  '54000', // program_limit_exceeded: isWraparound says by what
  '58000', // system_error
  '58P01', // undefined_file
  '58P02', // duplicate_file
  'XX000', // internal_error, also for what the operating system refuses in any other way
  'XX001', // data_corrupted
  'XX002', // index_corrupted
] as const;

/** The SQLSTATE of a fault of the server. */
export type FaultCode = (typeof FAULT_CODES)[number];
