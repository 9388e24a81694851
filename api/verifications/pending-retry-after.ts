/** How long a caller should wait between polls of a pending verification: most checks take a few seconds. */
export const PENDING_RETRY_AFTER_SECONDS = 2;
