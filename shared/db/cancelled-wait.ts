import type pg from 'pg';
import { UnknownCommitError } from './unknown-commit.js';

/**
 * SQLSTATEs of the warning with which PostgreSQL ends the wait for a synchronous standby before it has confirmed:
 * `warning` if someone cancelled it, `admin_shutdown` if the session was terminated (SyncRepWaitForLSN in syncrep.c).
 * The message texts are localised.
 */
const CANCELLED: ReadonlySet<string | undefined> = new Set(['01000', '57P01']);

/** Committed on this server, but on no standby that should have it: a failover would lose it. */
export class CancelledWaitError extends UnknownCommitError {
  override readonly name = 'CancelledWaitError';

  constructor() {
    super(Object.assign(new Error('The wait for a synchronous standby was cancelled'), { code: '01000' }));
  }
}

/**
 * Sends a commit. Throws CancelledWaitError if PostgreSQL reports success without the standbys it should have waited
 * for (contract 15): such a commit must not be acknowledged.
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
 * Last statement of a transaction that finds everything already written: makes its commit wait for the synchronous
 * standbys, and so for everything committed earlier, which may never have been confirmed. Does nothing where no
 * standbys are configured. Every role may run it; nobody reads the message.
 */
export const WAIT_FOR_STANDBYS = `SELECT pg_logical_emit_message(true, 'standbys', '')
  WHERE current_setting('synchronous_standby_names') <> ''`;
