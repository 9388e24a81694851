/** What a caller should leave between two looks at a pending verification: most checks take a few seconds. */
export const PENDING_RETRY_AFTER_SECONDS = 2;
