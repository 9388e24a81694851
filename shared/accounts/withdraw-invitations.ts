import type { Sql } from '../db/database.js';
import { toPublicId } from '../domain/ids.js';
import type { ClientRole } from '../domain/roles.js';
import { type Actor, appendAudit } from '../evidence/append-audit.js';
import { OPEN_INVITATION } from './live-links.js';

/**
 * Withdraws the invitations to a team that somebody who leaves it never used, because they were given an account in
 * another way: the link would bring them back, in the role that it names.
 */
export async function withdrawInvitations(
  sql: Sql,
  { userId, clientId }: { userId: string; clientId: string },
  by: Actor,
): Promise<void> {
  const withdrawn = await sql.query<{ id: string; role: ClientRole }>(
    `UPDATE invitations SET withdrawn_at = now()
     WHERE client_id = $1 AND ${OPEN_INVITATION}
       AND email COLLATE "C" = (SELECT email FROM users WHERE id = $2) RETURNING id, role`,
    [clientId, userId],
  );
  for (const { id, role } of withdrawn) {
    await appendAudit(sql, {
      ...by,
      action: 'invitation.withdrawn',
      target: toPublicId('invitation', id),
      details: { client_id: toPublicId('client', clientId), role },
    });
  }
}
