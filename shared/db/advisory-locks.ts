/**
 * The advisory locks of the service, in one list so that no two share a number. The numbers mean nothing; they only
 * have to stay the same, because processes of two releases may run side by side.
 */
export const ADVISORY_LOCKS = {
  /** One migrator works while the others wait. */
  migrate: 7_410_223,
  /** One reconciler looks for forgotten checks at a time. */
  reconcile: 7_410_224,
  /** Audit entries are appended one after the other. */
  audit: 7_410_225,
  /** One worker erases what is due at a time. */
  erase: 7_410_226,
  /** One worker seals the log at a time. */
  sealLog: 7_410_240,
  /** One process adopts a history of the database at a time. */
  adopt: 7_410_230,
  /** A client uploads one batch at a time, so that the same file is never taken twice; the client is the second half. */
  uploads: 7_410_318,
  /** Held in the database that works, to see whether another address leads there too. */
  thisDatabase: 7_410_232,
  /** Appenders of one client's access log; with the client in a second number. */
  accessLog: 7_410_231,
} as const;
