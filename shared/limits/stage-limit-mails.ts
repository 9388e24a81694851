import type { Sql } from '../db/database.js';
import { newId } from '../domain/ids.js';
import type { Spending } from '../domain/spending.js';
import type { MailKind } from '../mail/kinds.js';

const KIND: MailKind = 'limit_reached';

/**
 * Stages the word that so much of a limit is spent: once in a period, also when credits that were given back are spent
 * again. In the transaction that reserves; nothing is asked while no limit is crossed. A worker, which feeds batches, does
 * not see who people and keys are.
 */
export async function stageLimitMails(sql: Sql, crossed: ReturnType<Spending['crossed']>): Promise<void> {
  if (crossed.length === 0) return;
  const alerts = crossed.map(({ limit, percent }) => ({
    id: newId(),
    client_id: limit.clientId,
    subject_id: limit.subjectId,
    limit_of: limit.of,
    data: {
      limit: `${limit.subjectId}/${limit.period}/${limit.startsOn}`,
      percent,
      period: limit.period,
      credits: limit.credits,
      used: limit.used,
    },
  }));
  await sql.query(
    `INSERT INTO mails (id, client_id, kind, data)
     SELECT a.id, a.client_id, '${KIND}', a.data || jsonb_build_object('who', CASE a.limit_of
       WHEN 'client' THEN 'your organisation'
       WHEN 'user' THEN coalesce((SELECT email FROM users WHERE id = a.subject_id), 'somebody of your team')
       ELSE coalesce((SELECT 'the API key ' || name FROM api_keys WHERE id = a.subject_id), 'an API key') END)
     FROM jsonb_to_recordset($1::jsonb) AS a (id uuid, client_id uuid, subject_id uuid, limit_of text, data jsonb)
     WHERE NOT EXISTS (
       SELECT FROM mails m WHERE m.client_id = a.client_id AND m.kind = '${KIND}' AND m.user_id IS NULL
         AND m.data ->> 'limit' = a.data ->> 'limit' AND (m.data ->> 'percent')::integer >= (a.data ->> 'percent')::integer)`,
    [JSON.stringify(alerts)],
  );
}
