import type { Sql } from '../db/database.js';
import type { ProviderCall } from '../db/entities/provider-call.entity.js';
import type { Verification } from '../db/entities/verification.entity.js';
import { isHeld } from '../db/held-review.js';
import type { RowOf } from '../db/row-of.js';
import { MAY_BE_SENT_UNTIL } from '../db/worker-life.js';
import { toPublicId } from '../domain/ids.js';
import { modeOf } from '../domain/mode.js';
import type { CheckState } from '../domain/result-of-checks.js';
import type { NoteKind } from '../domain/review.js';
import type { Actor } from '../evidence/append-audit.js';

/** The member of staff who acts, or null for a command run on the server. */
export interface Reviewer {
  userId: string | null;
  ipAddress?: string | undefined;
}

/** The reviewer in the form used by the audit log. */
export function actorOf({ userId, ipAddress }: Reviewer): Actor {
  return { actor: userId === null ? 'system' : toPublicId('user', userId), ipAddress };
}

/** A reviewer's note. Its id is generated before the transaction, so that a retry recognises its own earlier effect. */
export interface NewNote {
  id: string;
  sealed: Buffer;
}

/** A verification on the review desk, locked. */
export interface ReviewCase extends CaseRow {
  /** The reviewer who has taken the case and still holds it, and until when. */
  holder: { id: string; until: Date } | null;
  checks: (CheckState & { id: string })[];
  /** The calls of the checks in review. */
  calls: ReviewedCall[];
}

type CaseRow = RowOf<
  Verification,
  'id' | 'client_id' | 'service_code' | 'idempotency_key' | 'reference' | 'credits' | 'status'
>;

interface ReviewedCall extends RowOf<ProviderCall, 'id' | 'check_id' | 'state' | 'answered_late_at'> {
  /** Until when its worker may still send it, at the earliest; null once it cannot. */
  may_be_sent_until: Date | null;
}

/** Why nothing was done: there is no such verification, it is not under review, or someone else holds it. */
export type ReviewRefusal = 'unknown' | 'not_in_review' | 'taken';

/** Why the reviewer may not decide the case, if so. A command on the server overrides the holder. */
export function refusalOf(reviewCase: ReviewCase | undefined, by: Reviewer): ReviewRefusal | undefined {
  if (reviewCase === undefined) return 'unknown';
  if (reviewCase.status !== 'manual_review') return 'not_in_review';
  const { holder } = reviewCase;
  return by.userId !== null && holder !== null && holder.id !== by.userId ? 'taken' : undefined;
}

/** Whether the case is one of test mode: its client decides it, so this is no act of support (contract 12). */
export function isExperiment(reviewCase: Pick<ReviewCase, 'client_id'>): boolean {
  return modeOf(reviewCase.client_id) === 'test';
}

type CheckRow = CheckState & { id: string; verification_id: string };
type CallRow = ReviewedCall & { verification_id: string };

/**
 * Locks verifications and then their checks, each in the order of ids, and reads everything a decision depends on. A
 * caller that moves credits must lock the wallets first. Everything is read by statements issued after its lock.
 */
export async function lockReviewCases(sql: Sql, ids: readonly string[]): Promise<Map<string, ReviewCase>> {
  const cases = await sql.query<CaseRow>(
    `SELECT id, client_id, service_code, idempotency_key, reference, credits, status FROM verifications
     WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE`,
    [ids],
  );
  const checks = await sql.query<CheckRow>(
    `SELECT id, verification_id, status, outcome, label, review_reason AS "reviewReason" FROM checks
     WHERE verification_id = ANY($1::uuid[]) ORDER BY id FOR UPDATE`,
    [ids],
  );
  const calls = await sql.query<CallRow>(
    `SELECT p.id, p.check_id, p.state, p.answered_late_at, c.verification_id, ${MAY_BE_SENT_UNTIL} AS may_be_sent_until
     FROM provider_calls p JOIN checks c ON c.id = p.check_id LEFT JOIN workers w ON w.id = p.worker COLLATE "C"
     WHERE c.verification_id = ANY($1::uuid[]) AND c.status = 'manual_review'`,
    [ids],
  );
  const holders = await findHolders(sql, ids);
  const ofCase = <Row extends { verification_id: string }>(rows: readonly Row[], id: string): Row[] =>
    rows.filter(({ verification_id }) => verification_id === id);
  return new Map(
    cases.map((row) => [
      row.id,
      {
        ...row,
        holder: holders.get(row.id) ?? null,
        checks: ofCase(checks, row.id),
        calls: ofCase(calls, row.id),
      },
    ]),
  );
}

async function findHolders(
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, NonNullable<ReviewCase['holder']>>> {
  const rows = await sql.query<{ verification_id: string; taken_by: string; taken_until: Date }>(
    `SELECT verification_id, taken_by, taken_until FROM reviews r
     WHERE verification_id = ANY($1::uuid[]) AND ${isHeld('r')} FOR UPDATE`,
    [ids],
  );
  return new Map(rows.map((row) => [row.verification_id, { id: row.taken_by, until: row.taken_until }]));
}

/** Whether this act was committed before: its note exists. Call it with the case locked. */
export async function isRecorded(sql: Sql, note: NewNote): Promise<boolean> {
  return (await sql.query('SELECT FROM review_notes WHERE id = $1', [note.id])).length > 0;
}

/** Stores the reviewer's text, as a note or as the reason for a decision. */
export async function insertNote(
  sql: Sql,
  verificationId: string,
  kind: NoteKind,
  note: NewNote,
  by: Reviewer,
): Promise<void> {
  await sql.query(
    'INSERT INTO review_notes (id, verification_id, author_id, kind, text_sealed) VALUES ($1, $2, $3, $4, $5)',
    [note.id, verificationId, by.userId, kind, note.sealed],
  );
}

/** Releases decided cases from their holders. */
export async function clearHolders(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query(
    `UPDATE reviews SET taken_by = NULL, taken_until = NULL, take_id = NULL WHERE verification_id = ANY($1::uuid[])`,
    [ids],
  );
}
