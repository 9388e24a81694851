import { bothClocksReached, neitherClockReached } from '../db/clocks.js';
import type { Sql } from '../db/database.js';
import { toPublicId } from '../domain/ids.js';
import { type Actor, appendAudit } from '../evidence/append-audit.js';
import { EXPIRED } from './expired.js';

/** Verifications per transaction: small enough that nobody waits for the locks. */
export const ANNOUNCEMENT_BATCH = 500;
/** So many of a client may fall due between two passes without anybody asking why. */
const FEW = 1_000;
/** More than a quarter of what a client has does not fall due within a minute: a retention or a clock is wrong. */
const LARGEST_SHARE = 0.25;

/** When a pass of the eraser is made, and how long what it announces can be called back. */
export interface ErasurePass {
  /** The process's own clock. */
  now: Date;
  graceMs: number;
}

/** The clients with verifications whose retention is over and which nobody has announced yet. */
export async function findClientsToAnnounce(sql: Sql, now: Date): Promise<string[]> {
  const clients = await sql.query<{ id: string }>(
    `SELECT client.id FROM clients client WHERE client.retention_days IS NOT NULL
     AND EXISTS (SELECT FROM verifications v WHERE ${EXPIRED} AND v.erasure_due_at IS NULL) ORDER BY client.id`,
    [now],
  );
  return clients.map(({ id }) => id);
}

/** What is due of a client at once, when that is more than may be announced without a person; undefined when not. */
export async function findTooMany(
  sql: Sql,
  clientId: string,
  now: Date,
): Promise<{ due: number; kept: number } | undefined> {
  const due = `FROM clients client JOIN verifications v ON ${EXPIRED}
    WHERE client.id = $2 AND v.erasure_due_at IS NULL`;
  const [few] = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT ${due} LIMIT ${FEW + 1}) AS few`,
    [now, clientId],
  );
  if ((few?.count ?? 0) <= FEW) return undefined;
  const [all] = await sql.query<{ due: number; kept: number }>(
    `SELECT (SELECT count(*)::int ${due}) AS due, (
       SELECT count(*)::int FROM verifications
       WHERE client_id = $2 AND status = 'completed' AND erased_at IS NULL) AS kept`,
    [now, clientId],
  );
  return all !== undefined && all.due > all.kept * LARGEST_SHARE ? all : undefined;
}

/**
 * Announces one batch of what a client keeps longer than its retention, oldest first, and says so in the audit log;
 * returns how many. Nothing is lost yet: it is erased when the grace is over and the retention still is.
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
       SELECT v.id FROM clients client JOIN verifications v ON ${EXPIRED}
       WHERE client.id = $2 AND v.erasure_due_at IS NULL
       ORDER BY v.completed_at LIMIT ${ANNOUNCEMENT_BATCH} FOR UPDATE OF v SKIP LOCKED
     ) RETURNING erasure_due_at AS due_at`,
    [now, clientId, graceMs],
  );
  const [first] = rows;
  if (first === undefined) return 0;
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
 * Takes back one batch of announcements whose retention is not over any more, because it was made longer, switched off
 * or had been over by a wrong clock only, and those that lie further ahead than any can. Returns how many.
 */
export async function withdrawAnnouncements(sql: Sql, { now, graceMs }: ErasurePass): Promise<number> {
  // The minute keeps workers whose clocks differ a little from announcing and withdrawing the same in turns.
  const rows = await sql.query(
    `UPDATE verifications SET erasure_due_at = NULL WHERE id IN (
       SELECT v.id FROM verifications v JOIN clients client ON client.id = v.client_id
       WHERE v.erasure_due_at IS NOT NULL AND v.erased_at IS NULL AND (client.retention_days IS NULL
         OR v.completed_at >= ${neitherClockReached('$1')} - client.retention_days * interval '1 day' + interval '1 minute'
         OR v.erasure_due_at > ${neitherClockReached('$1')} + $2 * interval '1 millisecond' + interval '1 minute')
       LIMIT ${ANNOUNCEMENT_BATCH} FOR UPDATE OF v SKIP LOCKED
     ) RETURNING id`,
    [now, graceMs],
  );
  return rows.length;
}
