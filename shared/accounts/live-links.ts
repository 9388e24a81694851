import { bothClocksReached } from '../db/clocks.js';
import type { Sql } from '../db/database.js';
import { fromPublicId, toPublicId } from '../domain/ids.js';
import { hashLinkToken } from '../mail/link-token.js';

/** How long the link of an invitation is valid (contract 11). */
export const INVITATION_LASTS = '72 hours';
/** How long a reset link is valid (contract 11). */
export const RESET_LASTS = '30 minutes';

/** An invitation that is neither accepted nor withdrawn, in SQL. */
export const OPEN_INVITATION = 'accepted_by IS NULL AND withdrawn_at IS NULL';
/**
 * An invitation whose link works at a moment, as long as its sender may invite, in SQL. Where the link is used, the
 * moment is `neitherClockReached`, so that no link becomes valid again when a clock is set back; where a mail would be
 * dropped for good, `bothClocksReached`.
 */
export const liveInvitation = (moment: string): string => `${OPEN_INVITATION} AND expires_at > ${moment}`;
/**
 * A password reset whose link works at a moment, in SQL. One that would work for longer than any can was made by a
 * clock that was ahead.
 */
export const liveReset = (moment: string): string => `used_at IS NULL
  AND expires_at > ${moment} AND expires_at < now() + interval '${RESET_LASTS}' + interval '1 minute'`;

/**
 * The senders, among those whose accounts may be read here, who may no longer invite: suspended, or in another role.
 */
export async function findPastInviters(
  sql: Sql,
  invitations: readonly { invited_by: string }[],
): Promise<Set<string>> {
  const ids = new Set(invitations.flatMap(({ invited_by }) => fromPublicId('user', invited_by) ?? []));
  const past = await sql.query<{ id: string }>(
    `SELECT id FROM users WHERE id = ANY($1::uuid[])
       AND (suspended OR role <> 'admin' AND NOT (role = 'client' AND team_role = 'owner'))`,
    [[...ids]],
  );
  return new Set(past.map(({ id }) => toPublicId('user', id)));
}

/**
 * Whether a mail with this token of an invitation is to be sent: a new link, an end by both clocks or its sender's
 * departure makes it void.
 */
export async function isLiveInvitation(sql: Sql, token: string): Promise<boolean> {
  const rows = await sql.query<{ invited_by: string }>(
    `SELECT invited_by FROM invitations WHERE token_hash = $1 AND ${liveInvitation(bothClocksReached('$2'))}`,
    [hashLinkToken(token), new Date()],
  );
  return rows.length > 0 && (await findPastInviters(sql, rows)).size === 0;
}

/** Whether a mail with this token is to be sent, because by one clock at least it still leads to a new password. */
export async function isLiveReset(sql: Sql, token: string): Promise<boolean> {
  const rows = await sql.query(
    `SELECT FROM password_resets WHERE token_hash = $1 AND ${liveReset(bothClocksReached('$2'))}`,
    [hashLinkToken(token), new Date()],
  );
  return rows.length > 0;
}
