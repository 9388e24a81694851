import { bothClocksReached, neitherClockReached } from '../db/clocks.js';
import type { Sql } from '../db/database.js';
import { toPublicId } from '../domain/ids.js';
import { modeOf } from '../domain/mode.js';
import { type Actor, appendAudit } from '../evidence/append-audit.js';
import { clientsWithRetention, EXPIRED } from './expired.js';

/** Verifications per transaction: small enough that the locks hold nobody up. */
export const ANNOUNCEMENT_BATCH = 500;
/** Up to this many of a client may fall due between two passes without being questioned. */
const FEW = 1_000;
/** More than a quarter of a client's verifications never falls due within a minute: a retention or a clock is wrong. */
const MAX_SHARE = 0.25;

/** The time of an eraser's pass, and how long what it announces can be called back. */
export interface ErasurePass {
  /** The process's own clock. */
  now: Date;
  graceMs: number;
}

const UNANNOUNCED = `${EXPIRED} AND v.erasure_due_at IS NULL`;

/** Finds the clients with unannounced verifications whose retention is over. */
export async function findClientsToAnnounce(sql: Sql, now: Date): Promise<string[]> {
  const clients = await sql.query<{ id: string }>(
    `SELECT client.id FROM ${clientsWithRetention()}
     WHERE (SELECT true FROM verifications v WHERE ${UNANNOUNCED} LIMIT 1) IS NOT NULL ORDER BY client.id`,
    [now],
  );
  return clients.map(({ id }) => id);
}

/**
 * Returns what of a client is due at once if that is too much to announce without a person; otherwise undefined. Of a
 * test side nothing is too much: it is about nobody, and no person could look.
 */
export async function findTooMany(
  sql: Sql,
  clientId: string,
  now: Date,
): Promise<{ due: number; kept: number } | undefined> {
  if (modeOf(clientId) === 'test') return undefined;
  const client = clientsWithRetention('id = $2');
  const [few] = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${client} CROSS JOIN LATERAL (
       SELECT FROM verifications v WHERE ${UNANNOUNCED} LIMIT ${FEW + 1}) AS few`,
    [now, clientId],
  );
  if ((few?.count ?? 0) <= FEW) return undefined;
  const [all] = await sql.query<{ due: number; kept: number }>(
    `SELECT (SELECT count(*)::int FROM verifications v WHERE ${UNANNOUNCED}) AS due, (
       SELECT count(*)::int FROM verifications
       WHERE client_id = $2 AND status = 'completed' AND erased_at IS NULL) AS kept FROM ${client}`,
    [now, clientId],
  );
  return all !== undefined && all.due > all.kept * MAX_SHARE ? all : undefined;
}

/**
 * Announces one batch of what a client has kept past its retention, oldest first, records it in the audit log (unless
 * it is of test mode) and returns how many. Nothing is lost yet: it is erased once the grace period is over and if
 * retention still is.
 */
export async function announceExpired(
  sql: Sql,
  clientId: string,
  { now, graceMs }: ErasurePass,
  by: Actor & { reason?: string },
): Promise<number> {
  const rows = await sql.query<{ due_at: Date }>(
    `UPDATE verifications SET erasure_due_at = ${bothClocksReached('$1')} + $3 * interval '1 millisecond'
     WHERE id IN (
       SELECT due.id FROM ${clientsWithRetention('id = $2')} CROSS JOIN LATERAL (
         SELECT v.id FROM verifications v WHERE ${UNANNOUNCED}
         ORDER BY v.completed_at LIMIT ${ANNOUNCEMENT_BATCH} FOR UPDATE SKIP LOCKED) AS due
     ) RETURNING erasure_due_at AS due_at`,
    [now, clientId, graceMs],
  );
  const [first] = rows;
  if (first === undefined || modeOf(clientId) === 'test') return rows.length;
  const { reason, ...actor } = by;
  await appendAudit(sql, {
    ...actor,
    action: 'personal_data.erasure_announced',
    target: toPublicId('client', clientId),
    details: { verifications: rows.length, due_at: first.due_at.toISOString(), ...(reason && { reason }) },
  });
  return rows.length;
}

/**
 * Withdraws one batch of announcements whose retention is no longer over, because it was extended, switched off or only
 * over by a wrong clock, and those further ahead than possible. Returns how many.
 */
export async function withdrawAnnouncements(sql: Sql, { now, graceMs }: ErasurePass): Promise<number> {
  // The minute keeps workers with slightly different clocks from alternately announcing and withdrawing the same ones.
  const rows = await sql.query(
    `UPDATE verifications SET erasure_due_at = NULL WHERE id IN (
       SELECT v.id FROM verifications v JOIN clients client ON client.id = v.client_id
       WHERE v.erasure_due_at IS NOT NULL AND v.erased_at IS NULL AND (client.retention_days IS NULL
         OR v.completed_at >= ${neitherClockReached('$1')} - client.retention_days * interval '24 hours'
           + interval '1 minute'
         OR v.erasure_due_at > ${neitherClockReached('$1')} + $2 * interval '1 millisecond' + interval '1 minute')
       LIMIT ${ANNOUNCEMENT_BATCH} FOR UPDATE OF v SKIP LOCKED
     ) RETURNING id`,
    [now, graceMs],
  );
  return rows.length;
}
