import type { Sql } from '../../shared/db/database.js';
import type { ClientRole } from '../../shared/domain/roles.js';
import { type MailKind, TOLD } from '../../shared/mail/kinds.js';
import type { MailData } from '../../shared/mail/stage-mail.js';

/** A mail that this worker alone sends until the claim is over. */
export interface DueMail {
  id: string;
  kind: MailKind;
  email: string | null;
  user_id: string | null;
  data: MailData;
  secret_sealed: Buffer | null;
  attempt_count: number;
  created_at: Date;
}

const AT_ONCE = 10;
/** Longer than an attempt may take: a claim that is over means that its worker died. */
const CLAIM_SECONDS = 120;

/** Takes what is due, oldest first. */
export function claimMails(sql: Sql): Promise<DueMail[]> {
  return sql.query<DueMail>(
    `UPDATE mails m SET next_attempt_at = now() + interval '${CLAIM_SECONDS} seconds', attempt_count = attempt_count + 1
     FROM (
       SELECT id FROM mails WHERE status = 'pending' AND next_attempt_at <= now() AND num_nonnulls(user_id, email) > 0
       ORDER BY next_attempt_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
     ) AS due WHERE m.id = due.id
     RETURNING m.id, m.kind, m.email, m.user_id, m.data, m.secret_sealed, m.attempt_count, m.created_at`,
  );
}

/**
 * Turns mails to a team into one for each person whom they concern and who wants them. In one statement, so that a crash
 * leaves a mail as it was or all of what becomes of it.
 */
export async function addressTeamMails(sql: Sql): Promise<void> {
  const kinds = Object.keys(TOLD) as (keyof typeof TOLD)[];
  const concerned = kinds.flatMap((kind) => TOLD[kind].map((role) => ({ kind, role })));
  await sql.query(
    `WITH staged AS (
       UPDATE mails SET status = 'dropped' WHERE id IN (
         SELECT id FROM mails WHERE status = 'pending' AND next_attempt_at <= now() AND num_nonnulls(user_id, email) = 0
         LIMIT 100 FOR UPDATE SKIP LOCKED
       ) RETURNING id, client_id, kind, data, created_at
     )
     INSERT INTO mails (id, client_id, user_id, kind, data, created_at)
     SELECT gen_random_uuid(), s.client_id, u.id, s.kind, s.data, s.created_at
     FROM staged s JOIN unnest($1::text[], $2::text[]) AS concerned (kind, role) ON concerned.kind = s.kind
     JOIN users u ON u.client_id = s.client_id AND u.team_role = concerned.role
     WHERE NOT u.suspended AND NOT s.kind = ANY (u.unwanted_mails)`,
    [concerned.map(({ kind }) => kind), concerned.map(({ role }): ClientRole => role)],
  );
}
