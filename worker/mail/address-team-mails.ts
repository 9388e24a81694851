import type { Sql } from '../../shared/db/database.js';
import { PEOPLE } from '../../shared/domain/role-table.js';
import { CLIENT_ROLES } from '../../shared/domain/roles.js';
import type { HeldUpClients } from '../held-up-clients.js';
import type { PassErrors } from '../pass-errors.js';
import { IS_DUE } from './claim-mails.js';

interface Pass {
  /** The process's clock. */
  now: Date;
  passErrors: PassErrors;
  heldUp: HeldUpClients;
  stopping: () => boolean;
}

const IS_TO_TEAM = `${IS_DUE} AND num_nonnulls(user_id, email) = 0`;
/** Mails to one team before those of others have their turn. */
const AT_ONCE = 10;

/**
 * Turns a few mails to each team into one for every person they concern who wants it. Client by client: where the rows
 * of one are locked, or PostgreSQL fails at them, its mails wait for a while, and those of others do not.
 */
export async function addressTeamMails(sql: Sql, { now, passErrors, heldUp, stopping }: Pass): Promise<void> {
  const teams = await sql.query<{ client_id: string }>(
    `SELECT DISTINCT client_id FROM mails WHERE ${IS_TO_TEAM} AND client_id <> ALL ($2::uuid[])`,
    [now, heldUp.list()],
  );
  for (const { client_id: clientId } of teams) {
    if (stopping()) return;
    if (!(await passErrors.attempt(() => addressMailsTo(sql, clientId, now)))) heldUp.add(clientId);
  }
}

/** A single statement, so that a crash leaves either the original mail or all of its copies. */
async function addressMailsTo(sql: Sql, clientId: string, now: Date): Promise<void> {
  const concerned = CLIENT_ROLES.flatMap((role) => PEOPLE[role].toldOf.map((kind) => ({ kind, role })));
  await sql.query(
    `WITH staged AS (
       UPDATE mails SET status = 'dropped' WHERE id IN (
         SELECT id FROM mails WHERE ${IS_TO_TEAM} AND client_id = $2
         ORDER BY next_attempt_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
       ) RETURNING id, client_id, kind, data, created_at
     )
     INSERT INTO mails (id, client_id, user_id, kind, data, created_at)
     SELECT gen_random_uuid(), s.client_id, u.id, s.kind, s.data, s.created_at
     FROM staged s JOIN unnest($3::text[], $4::text[]) AS concerned (kind, role) ON concerned.kind = s.kind
     JOIN users u ON u.client_id = s.client_id AND u.team_role = concerned.role
     WHERE NOT u.suspended AND NOT s.kind = ANY (u.unwanted_mails)`,
    [now, clientId, concerned.map(({ kind }) => kind), concerned.map(({ role }) => role)],
  );
}
