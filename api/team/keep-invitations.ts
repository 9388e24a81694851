import {
  findPastInviters,
  INVITATION_LASTS,
  liveInvitation,
  OPEN_INVITATION,
} from '../../shared/accounts/live-links.js';
import { bothClocksReached, neitherClockReached } from '../../shared/db/clocks.js';
import type { Sql } from '../../shared/db/database.js';
import type { Invitation } from '../../shared/db/entities/invitation.entity.js';
import type { RowOf } from '../../shared/db/row-of.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { ClientRole } from '../../shared/domain/roles.js';
import { type Actor, appendAudit } from '../../shared/evidence/append-audit.js';

/**
 * When the link of an invitation ends, in SQL: by the earlier clock, because by one that is years ahead it would be
 * valid for years.
 */
const endsAt = (place: string) => `${bothClocksReached(place)} + interval '${INVITATION_LASTS}'`;

export interface NewInvitation {
  /** Created before the transaction, so that a rerun finds its own earlier effect. */
  id: string;
  clientId: string;
  email: string;
  name: string | null;
  role: ClientRole;
  tokenHash: Buffer;
}

export interface InvitationRow
  extends RowOf<
    Invitation,
    'id' | 'client_id' | 'email' | 'name' | 'role' | 'invited_by' | 'created_at' | 'expires_at'
  > {
  expired: boolean;
}

const COLUMNS = `id, client_id, email, name, role, invited_by, created_at, expires_at, expires_at <= now() AS expired`;

/** Why there is no invitation: the person is in the team, or already has an open one. */
export type InvitationRefusal = 'member' | 'invited';

/** Stores an invitation and records it in the audit log. Safe to run again after a lost commit. */
export async function createInvitation(
  sql: Sql,
  invitation: NewInvitation,
  by: Actor,
): Promise<{ row: InvitationRow; isNew: boolean } | InvitationRefusal> {
  const { id, clientId, email, name, role, tokenHash } = invitation;
  const members = await sql.query(
    'SELECT FROM users WHERE client_id = $1 AND email COLLATE "C" = $2 AND removed_at IS NULL',
    [clientId, email],
  );
  if (members.length > 0) return 'member';
  const created = await sql.query(
    `INSERT INTO invitations (id, client_id, email, name, role, token_hash, invited_by, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, ${endsAt('$8')}) ON CONFLICT DO NOTHING RETURNING id`,
    [id, clientId, email, name, role, tokenHash, by.actor, new Date()],
  );
  const row = await findInvitation(sql, clientId, id);
  if (row === undefined) return 'invited';
  if (created.length > 0) await audit(sql, row, 'invitation.created', by);
  return { row, isNew: created.length > 0 };
}

/**
 * The invitations of a client that are neither accepted nor withdrawn, newest first. One whose sender may no longer
 * invite has expired: somebody else can send it again.
 */
export async function listInvitations(sql: Sql, clientId: string): Promise<InvitationRow[]> {
  const rows = await sql.query<InvitationRow>(
    `SELECT ${COLUMNS} FROM invitations WHERE client_id = $1 AND ${OPEN_INVITATION} ORDER BY id DESC LIMIT 500`,
    [clientId],
  );
  const past = await findPastInviters(sql, rows);
  return rows.map((row) => ({ ...row, expired: row.expired || past.has(row.invited_by) }));
}

/**
 * Gives an open invitation a new link with its full validity, now from whoever sends it. Undefined if there is none.
 * Safe to run again after a lost commit.
 */
export async function renewInvitation(
  sql: Sql,
  { clientId, id, tokenHash }: Pick<NewInvitation, 'clientId' | 'id' | 'tokenHash'>,
  by: Actor,
): Promise<{ row: InvitationRow; isNew: boolean } | undefined> {
  const [renewed] = await sql.query<InvitationRow>(
    `SELECT ${COLUMNS} FROM invitations WHERE client_id = $1 AND id = $2 AND token_hash = $3 AND ${OPEN_INVITATION}`,
    [clientId, id, tokenHash],
  );
  if (renewed !== undefined) return { row: renewed, isNew: false };
  const [row] = await sql.query<InvitationRow>(
    `UPDATE invitations SET token_hash = $3, expires_at = ${endsAt('$5')}, invited_by = $4
     WHERE client_id = $1 AND id = $2 AND ${OPEN_INVITATION} RETURNING ${COLUMNS}`,
    [clientId, id, tokenHash, by.actor, new Date()],
  );
  if (row === undefined) return undefined;
  await audit(sql, row, 'invitation.sent_again', by);
  return { row, isNew: true };
}

/** Invalidates an invitation. False if the client never had it, or it was accepted. */
export async function withdrawInvitation(
  sql: Sql,
  clientId: string,
  id: string,
  by: Actor,
): Promise<boolean> {
  const [row] = await sql.query<InvitationRow>(
    `UPDATE invitations SET withdrawn_at = now() WHERE client_id = $1 AND id = $2 AND ${OPEN_INVITATION}
     RETURNING ${COLUMNS}`,
    [clientId, id],
  );
  if (row !== undefined) await audit(sql, row, 'invitation.withdrawn', by);
  if (row !== undefined) return true;
  const before = await sql.query(
    'SELECT FROM invitations WHERE client_id = $1 AND id = $2 AND withdrawn_at IS NOT NULL',
    [clientId, id],
  );
  return before.length > 0;
}

/**
 * Finds the invitation a token belongs to, while it is valid and its sender may invite; looking it up does not use it
 * up.
 */
export async function findByToken(
  sql: Sql,
  tokenHash: Buffer,
): Promise<(InvitationRow & { client_name: string }) | undefined> {
  const [row] = await sql.query<InvitationRow & { client_name: string }>(
    `SELECT i.id, i.client_id, i.email, i.name, i.role, i.invited_by, i.created_at, i.expires_at, false AS expired,
       c.name AS client_name
     FROM invitations i JOIN clients c ON c.id = i.client_id
     WHERE i.token_hash = $1 AND ${liveInvitation(neitherClockReached('$2'))} AND NOT c.suspended`,
    [tokenHash, new Date()],
  );
  return row === undefined || (await findPastInviters(sql, [row])).size > 0 ? undefined : row;
}

/**
 * Locks a valid invitation and marks it as used by an account. False if another request was faster, or if it has
 * expired or its sender may not invite any more since it was found: hashing the password takes a moment, and waits for
 * its turn.
 */
export async function useInvitation(sql: Sql, id: string, userId: string): Promise<boolean> {
  const used = await sql.query<Pick<InvitationRow, 'invited_by'>>(
    `UPDATE invitations SET accepted_by = $2
     WHERE id = $1 AND (accepted_by = $2 OR (${liveInvitation(neitherClockReached('$3'))})) RETURNING invited_by`,
    [id, userId, new Date()],
  );
  return used.length > 0 && (await findPastInviters(sql, used)).size === 0;
}

async function findInvitation(sql: Sql, clientId: string, id: string): Promise<InvitationRow | undefined> {
  const [row] = await sql.query<InvitationRow>(
    `SELECT ${COLUMNS} FROM invitations WHERE client_id = $1 AND id = $2`,
    [clientId, id],
  );
  return row;
}

function audit(sql: Sql, { id, client_id, role }: InvitationRow, action: string, by: Actor): Promise<void> {
  return appendAudit(sql, {
    ...by,
    action,
    target: toPublicId('invitation', id),
    details: { client_id: toPublicId('client', client_id), role },
  });
}
