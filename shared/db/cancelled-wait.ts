import type pg from 'pg';
import { UnknownCommitError } from './unknown-commit.js';

/**
 * The SQLSTATEs of the warning with which PostgreSQL ends the wait for a synchronous standby before it has confirmed:
 * `warning` when somebody cancelled it, `admin_shutdown` when the session was ended (SyncRepWaitForLSN in syncrep.c).
 * The texts are in the language of the server.
 */
const CANCELLED: ReadonlySet<string | undefined> = new Set(['01000', '57P01']);

/** Committed on this server, and on no standby that was to have it: a failover would forget it. */
export class CancelledWaitError extends UnknownCommitError {
  override readonly name = 'CancelledWaitError';

  constructor() {
    super(Object.assign(new Error('The wait for a synchronous standby was cancelled'), { code: '01000' }));
  }
}

/**
 * Sends what commits. Throws CancelledWaitError when PostgreSQL reports success without the standbys that it should have
 * waited for (contract 15): such a commit must not be acknowledged.
 */
export async function withoutCancelledWait<T>(client: pg.PoolClient, send: () => Promise<T>): Promise<T> {
  let cancelled = false;
  const hear = ({ code }: { code?: string | undefined }): void => {
    cancelled ||= CANCELLED.has(code);
  };
  client.on('notice', hear);
  try {
    const result = await send();
    if (cancelled) throw new CancelledWaitError();
    return result;
  } finally {
    client.off('notice', hear);
  }
}

/**
 * As the last statement of a transaction that finds everything written already: has its commit wait for the synchronous
 * standbys, and so for all that was committed before it, which may never have been confirmed. Does nothing where none are
 * named. Every role may run it; nobody reads the message.
 */
export const WAIT_FOR_STANDBYS = `SELECT pg_logical_emit_message(true, 'standbys', '')
  WHERE current_setting('synchronous_standby_names') <> ''`;
