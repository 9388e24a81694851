import type { Sql } from './database.js';

/**
 * The advisory locks of the service, listed together so that no two share a number. The numbers are arbitrary but must
 * stay the same, because processes of two releases may run side by side.
 */
export const ADVISORY_LOCKS = {
  /** One migrator works while the others wait. */
  migrate: 7_410_223,
  /** One reconciler at a time looks for forgotten checks. */
  reconcile: 7_410_224,
  /** Audit entries are appended one after the other. */
  audit: 7_410_225,
  /** One worker at a time erases what is due. */
  erase: 7_410_226,
  /** One worker at a time seals the log. */
  sealLog: 7_410_240,
  /** One process at a time adopts a history of the database. */
  adopt: 7_410_230,
  /**
   * A client uploads one batch at a time, so that the same file is never accepted twice; the client is the second half
   * of the key.
   */
  uploads: 7_410_318,
  /** Held in the database in use, to see whether another address leads to it too. */
  thisDatabase: 7_410_232,
  /** Appenders to one client's access log; the client is the second number. */
  accessLog: 7_410_231,
  /** The daily figures of all clients are totalled by one transaction at a time, once it has done everything else. */
  figureTotals: 7_410_241,
} as const;

/**
 * Takes a lock until the end of the transaction, or resolves to false if another session has it. Must run in a
 * transaction, at whose end PostgreSQL releases the lock.
 */
export async function tryLock(sql: Sql, lock: keyof typeof ADVISORY_LOCKS): Promise<boolean> {
  const [row] = await sql.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [
    ADVISORY_LOCKS[lock],
  ]);
  return row?.taken === true;
}
