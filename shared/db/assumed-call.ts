/** Recorded as the worker of a call that is only assumed, because the database may have lost it (contract 15). */
export const ASSUMED_BY = 'quarantine';

/** SQL condition on provider_calls that a call is assumed: its id is made up until its answer brings the real one. */
export const ASSUMED_CALL = `worker = '${ASSUMED_BY}'`;
