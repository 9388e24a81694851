import type { Sql } from '../db/database.js';
import { toPublicId } from '../domain/ids.js';
import { mayHaveBeenReceived } from '../domain/states.js';
import { appendAudit } from './append-audit.js';
import {
  actorOf,
  clearHolders,
  insertNote,
  isRecorded,
  lockReviewCases,
  type NewNote,
  type ReviewCase,
  type Reviewer,
  type ReviewRefusal,
  refusalOf,
} from './review-case.js';

export interface Requeue {
  /** At least one; all of them go back or none. */
  cases: readonly { verificationId: string; note: NewNote }[];
  /** The provider has told the reviewer that it charges none of the calls that may have been received. */
  providerConfirmedNoCharge: boolean;
}

export type RequeueRefusal = ReviewRefusal | 'may_have_been_received';

export type RequeueResult =
  /** Ring for these checks after the commit; if that is lost, the reconciler does. */
  | { kind: 'requeued'; checkIds: string[] }
  | { kind: 'refused'; refusals: { verificationId: string; reason: RequeueRefusal }[] };

/**
 * Sends the parts that are in review back to the provider; parts that are done stay. Refused while a call of theirs
 * may have been received, unless the provider has confirmed that it charges nothing: such calls are then written off
 * and stop blocking the index that lets one call through, in the name of the reviewer. Safe to run again after a lost
 * commit.
 */
export async function requeueReviews(sql: Sql, requeue: Requeue, by: Reviewer): Promise<RequeueResult> {
  const ids = requeue.cases.map(({ verificationId }) => verificationId);
  const found = await lockReviewCases(sql, ids);
  const [first] = requeue.cases;
  if (first !== undefined && !(await isRecorded(sql, first.note))) {
    const refusals = ids.flatMap((verificationId) => {
      const reason = judge(found.get(verificationId), requeue, by);
      return reason === undefined ? [] : [{ verificationId, reason }];
    });
    if (refusals.length > 0) return { kind: 'refused', refusals };
    await reopen(sql, ids);
    const writtenOff = await writeOffCalls(sql, [...found.values()], by);
    await record(sql, requeue, writtenOff, by);
  }
  return { kind: 'requeued', checkIds: await findPendingChecks(sql, ids) };
}

function judge(
  reviewCase: ReviewCase | undefined,
  { providerConfirmedNoCharge }: Requeue,
  by: Reviewer,
): RequeueRefusal | undefined {
  const refusal = refusalOf(reviewCase, by);
  if (refusal !== undefined || providerConfirmedNoCharge) return refusal;
  return possibleCalls(reviewCase).length > 0 ? 'may_have_been_received' : undefined;
}

function possibleCalls(reviewCase: ReviewCase | undefined): string[] {
  const calls = reviewCase?.calls.filter(({ state }) => mayHaveBeenReceived(state)) ?? [];
  return calls.map(({ id }) => id);
}

async function reopen(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query(
    `UPDATE checks SET status = 'pending', review_reason = NULL, settled_at = NULL, rung_at = now(), requeued_at = now()
     WHERE verification_id = ANY($1::uuid[]) AND status = 'manual_review'`,
    [ids],
  );
  await sql.query(
    `UPDATE verifications SET status = 'pending', review_reason = NULL, version = version + 1
     WHERE id = ANY($1::uuid[]) AND status = 'manual_review'`,
    [ids],
  );
}

/** Returns how many calls of each verification were written off. */
async function writeOffCalls(
  sql: Sql,
  cases: readonly ReviewCase[],
  by: Reviewer,
): Promise<Map<string, number>> {
  const byCase = new Map(cases.map((reviewCase) => [reviewCase.id, possibleCalls(reviewCase)]));
  await sql.query(
    `UPDATE provider_calls SET state = 'written_off', written_off_at = now(), written_off_by = $2
     WHERE id = ANY($1::uuid[])`,
    [[...byCase.values()].flat(), by.userId],
  );
  return new Map([...byCase].map(([id, calls]) => [id, calls.length]));
}

async function record(
  sql: Sql,
  { cases, providerConfirmedNoCharge }: Requeue,
  writtenOff: ReadonlyMap<string, number>,
  by: Reviewer,
): Promise<void> {
  for (const { verificationId, note } of cases) await insertNote(sql, verificationId, 'requeue', note, by);
  await clearHolders(
    sql,
    cases.map(({ verificationId }) => verificationId),
  );
  for (const { verificationId, note } of cases) {
    await appendAudit(sql, {
      ...actorOf(by),
      action: 'review.requeued',
      target: toPublicId('verification', verificationId),
      details: {
        provider_confirmed_no_charge: providerConfirmedNoCharge,
        calls_written_off: writtenOff.get(verificationId) ?? 0,
        note_id: note.id,
      },
    });
  }
}

async function findPendingChecks(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM checks WHERE verification_id = ANY($1::uuid[]) AND status = 'pending'`,
    [ids],
  );
  return rows.map(({ id }) => id);
}
