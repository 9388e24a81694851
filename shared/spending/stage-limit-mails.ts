import type { Sql } from '../db/database.js';
import { newId } from '../domain/ids.js';
import type { LimitAlert } from '../domain/spending.js';
import type { MailKind } from '../mail/kinds.js';

const KIND: MailKind = 'limit_reached';

/**
 * Stages the mails saying how much of a limit is spent, in the transaction that reserves and also records that the
 * client was told (`Spending`). A worker that feeds batches cannot see users and keys.
 */
export async function stageLimitMails(sql: Sql, alerts: readonly LimitAlert[]): Promise<void> {
  if (alerts.length === 0) return;
  const mails = alerts.map(({ clientId, subjectId, of, told, period, credits, used }) => ({
    id: newId(),
    client_id: clientId,
    subject_id: subjectId,
    limit_of: of,
    data: { percent: told, period, credits, used },
  }));
  await sql.query(
    `INSERT INTO mails (id, client_id, kind, data)
     SELECT a.id, a.client_id, '${KIND}', a.data || jsonb_build_object('who', CASE a.limit_of
       WHEN 'client' THEN 'your organisation'
       WHEN 'user' THEN coalesce((SELECT email FROM users WHERE id = a.subject_id), 'somebody of your team')
       ELSE coalesce((SELECT 'the API key ' || name FROM api_keys WHERE id = a.subject_id), 'an API key') END)
     FROM jsonb_to_recordset($1::jsonb) AS a (id uuid, client_id uuid, subject_id uuid, limit_of text, data jsonb)`,
    [JSON.stringify(mails)],
  );
}
