import { bothClocksReached } from '../db/clocks.js';
import type { Sql } from '../db/database.js';
import type { Approval } from '../db/entities/approval.entity.js';
import { movesFrom, movesTo } from '../db/move.js';
import type { RowOf } from '../db/row-of.js';
import { PROPOSAL_DAYS } from '../domain/approvals.js';
import { toPublicId } from '../domain/ids.js';
import { appendAudit } from '../evidence/append-audit.js';
import { stageMail } from '../mail/stage-mail.js';

/** Most proposals that one transaction ends. */
const BATCH = 100;

/**
 * SQL: whether a proposal was made so long ago, by both clocks, that it can no longer be decided. In hours, as
 * `expires_at` is told: days of the calendar are longer or shorter where the time zone of the server has its clocks
 * changed.
 */
export const isOverdue = (place: string): string =>
  `proposed_at < ${bothClocksReached(place)} - interval '${PROPOSAL_DAYS * 24} hours'`;

/** A proposal that has just expired. */
type Expired = RowOf<Approval, 'id' | 'act' | 'client_id' | 'proposed_by'>;

/** Which proposals to look at; all of them if nothing is said. */
interface Where {
  id?: string;
  clientId?: string;
}

/**
 * Ends the open proposals that are overdue, without the parameters of their acts, and tells whoever proposed them by
 * mail. Of all proposals, those that are being decided are passed over; of those that are named, whoever names them
 * builds on their end, so they are waited for. The process's clock is `now`. Call `recordExpired` with the result later
 * in the same transaction, after everything that waits for other locks: the audit log is appended to by one transaction
 * at a time.
 */
export async function expireOverdue(sql: Sql, now: Date, { id, clientId }: Where = {}): Promise<Expired[]> {
  const isSweep = id === undefined && clientId === undefined;
  const expired = await sql.query<Expired & { client_name: string }>(
    `UPDATE approvals SET ${movesTo('approvals', 'expire')}, payload = NULL, summary = summary - 'searched_for'
     FROM clients WHERE clients.id = approvals.client_id AND approvals.id IN (
       SELECT id FROM approvals WHERE ${movesFrom('approvals', 'expire')} AND ${isOverdue('$1')}
         AND ($2::uuid IS NULL OR id = $2) AND ($3::uuid IS NULL OR client_id = $3)
       ORDER BY id LIMIT ${BATCH} FOR UPDATE ${isSweep ? 'SKIP LOCKED' : ''})
     RETURNING approvals.id, act, client_id, proposed_by, clients.name AS client_name`,
    [now, id ?? null, clientId ?? null],
  );
  for (const { act, client_name, proposed_by: userId } of expired) {
    await stageMail(sql, { kind: 'proposal_expired', userId, clientId: null, data: { act, client_name } });
  }
  return expired;
}

/** Records in the audit log that these proposals have expired. */
export async function recordExpired(sql: Sql, expired: readonly Expired[]): Promise<void> {
  for (const { id, act, client_id, proposed_by } of expired) {
    await appendAudit(sql, {
      actor: 'system',
      action: 'approval.expired',
      target: toPublicId('approval', id),
      details: {
        act,
        client_id: toPublicId('client', client_id),
        proposed_by: toPublicId('user', proposed_by),
      },
    });
  }
}

/** Ends what is overdue in one transaction; returns how many proposals that were. Any process may, at any time. */
export async function expireProposals(sql: Sql, now: Date): Promise<number> {
  const expired = await expireOverdue(sql, now);
  await recordExpired(sql, expired);
  return expired.length;
}
