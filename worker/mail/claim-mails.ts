import { bothClocksReached, neitherClockReached } from '../../shared/db/clocks.js';
import type { Sql } from '../../shared/db/database.js';
import type { Mail } from '../../shared/db/entities/index.js';
import type { RowOf } from '../../shared/db/row-of.js';
import { MAIL_LIMITS } from './transport.js';

/** A mail that only this worker sends until its claim expires. */
export interface DueMail
  extends RowOf<
    Mail,
    | 'id'
    | 'client_id'
    | 'kind'
    | 'email'
    | 'user_id'
    | 'data'
    | 'secret_sealed'
    | 'attempt_count'
    | 'created_at'
  > {
  /** Whether by both clocks it is so old that this is its last attempt. */
  is_last_attempt: boolean;
}

/** Twice what an attempt may take (transport.ts), so that an expired claim means that its worker died. */
const CLAIM_SECONDS = (2 * (MAIL_LIMITS.handOverMs + MAIL_LIMITS.confirmMs)) / 1_000;
const TRIED_FOR = `interval '1 day'`;
/** Longer than any mail waits for its next attempt (retry-delay). */
const MAX_WAIT = `interval '2 hours'`;

/**
 * What is to be sent now, in SQL, with the process's clock as `$1`: also what no worker has claimed yet, which a clock
 * that has gone back finds in the future, and what one that was wrong for a moment has put off for longer than is
 * possible.
 */
export const IS_DUE = `status = 'pending' AND (attempt_count = 0 OR next_attempt_at <= now()
  OR next_attempt_at > ${neitherClockReached('$1')} + ${MAX_WAIT})`;

/** Whose turn a mail without a client takes: to staff, or to an address that nobody has looked up yet. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Whose turn a mail takes. */
export function turnOf({ client_id: clientId }: Pick<DueMail, 'client_id'>): string {
  return clientId ?? NOBODY;
}

/**
 * Claims the mail that is to be sent next, if any is due, except those `over` whose turn it is not. Those that nobody
 * has tried come first: at a server that is slow, or silent about some, a link to a new password would otherwise wait
 * for every mail that it has not taken before. Only one, because the claim counts from now: of several sent one after
 * the other, a slow mail server lets the last claims expire before their turn, and another worker sends those too. The
 * process's clock is `now`.
 */
export async function claimMail(
  sql: Sql,
  now: Date,
  over: readonly string[] = [],
): Promise<DueMail | undefined> {
  const [mail] = await sql.query<DueMail>(
    `UPDATE mails SET next_attempt_at = now() + interval '${CLAIM_SECONDS} seconds', attempt_count = attempt_count + 1
     WHERE id = (
       SELECT id FROM mails WHERE ${IS_DUE} AND num_nonnulls(user_id, email) > 0
         AND coalesce(client_id, '${NOBODY}') <> ALL ($2::uuid[])
       ORDER BY attempt_count > 0, next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED
     ) RETURNING id, client_id, kind, email, user_id, data, secret_sealed, attempt_count, created_at,
       created_at < ${bothClocksReached('$1')} - ${TRIED_FOR} AS is_last_attempt`,
    [now, over],
  );
  return mail;
}
