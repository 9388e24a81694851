import type { Database } from '../../../shared/db/database.js';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import type { MailData } from '../../../shared/mail/kinds.js';
import { createLinkToken } from '../../../shared/mail/link-token.js';
import { stageInvitationMail } from '../../../shared/mail/stage-mail.js';
import { insertRow } from '../database/factories/insert-row.js';
import { testKeys } from '../processes/keys.js';

/** Invites an address in the name of a user, with the mail that has the link. */
export async function buildInvitation(
  db: Database,
  { clientId, invitedBy, data = {} }: { clientId: string; invitedBy: string; data?: MailData },
): Promise<{ id: string; token: string; email: string }> {
  const { token, hash } = createLinkToken();
  const id = newId();
  const email = `${id}@example.test`;
  await db.transaction(async (sql) => {
    await insertRow(sql, 'invitations', {
      id,
      client_id: clientId,
      email,
      role: 'viewer',
      token_hash: hash,
      invited_by: toPublicId('user', invitedBy),
      expires_at: new Date(Date.now() + 3_600_000),
    });
    await stageInvitationMail(sql, testKeys.encryptionKeys, { clientId, email, token, data });
  });
  return { id, token, email };
}
