import type { Sql } from '../db/database.js';
import { movesFrom, movesTo } from '../db/move.js';
import { toPublicId } from '../domain/ids.js';
import { mayHaveBeenReceived } from '../domain/states.js';
import { appendAudit } from '../evidence/append-audit.js';
import { ADOPTED_HISTORY } from '../history/this-database.js';
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
  /** Where the provider says so, as the reviewer calls it. */
  providerDocument?: string | undefined;
  /**
   * Takes the right to send from a call at the second witness. When that fails nothing is written off: a worker on an old
   * primary asks a database that never hears of the decision.
   */
  revoke?(checkId: string, callId: string): Promise<unknown>;
}

export type RequeueRefusal =
  | ReviewRefusal
  | 'may_have_been_received'
  | 'may_still_be_sent'
  /** Nobody has adopted what the database has become, so nobody knows what is called on another one. */
  | 'unknown_history'
  /** The witness did not take the right to send from the call. */
  | 'no_witness';

/** A case that was not sent back, and why. */
export interface RefusedRequeue {
  verificationId: string;
  reason: RequeueRefusal;
  /** The earliest time at which `may_still_be_sent` can be over. */
  until?: Date;
}

export type RequeueResult =
  /** To be enqueued after the commit; if that is lost, the reconciler does it. */
  { kind: 'requeued'; checkIds: string[] } | { kind: 'refused'; refusals: RefusedRequeue[] };

/**
 * Sends the parts that are in review back to the provider; parts that are done stay. Refused while a call of theirs
 * may have been received, unless the provider has confirmed that it charges nothing: such calls are then written off
 * and stop blocking the index that lets one call through, in the name of the reviewer. Refused also then while a worker
 * that was given up may still send such a call (architecture 7): what the provider says of now is not true for later.
 * Safe to run again after a lost commit.
 */
export async function requeueReviews(sql: Sql, requeue: Requeue, by: Reviewer): Promise<RequeueResult> {
  const ids = requeue.cases.map(({ verificationId }) => verificationId);
  const found = await lockReviewCases(sql, ids);
  const [first] = requeue.cases;
  if (first !== undefined && !(await isRecorded(sql, first.note))) {
    const refusals = ids.flatMap((verificationId) => {
      const refusal = refusalOfRequeue(found.get(verificationId), requeue, by);
      return refusal === undefined ? [] : [{ verificationId, ...refusal }];
    });
    if (refusals.length > 0) return { kind: 'refused', refusals };
    const reason = await takeRightToSend(sql, [...found.values()].flatMap(possibleCalls), requeue);
    if (reason !== undefined) {
      return { kind: 'refused', refusals: ids.map((verificationId) => ({ verificationId, reason })) };
    }
    await reopen(sql, ids);
    const writtenOff = await writeOffCalls(sql, [...found.values()], by);
    await record(sql, requeue, writtenOff, by);
  }
  return { kind: 'requeued', checkIds: await findPendingChecks(sql, ids) };
}

function refusalOfRequeue(
  reviewCase: ReviewCase | undefined,
  { providerConfirmedNoCharge }: Requeue,
  by: Reviewer,
): Omit<RefusedRequeue, 'verificationId'> | undefined {
  const reason = refusalOf(reviewCase, by);
  if (reason !== undefined) return { reason };
  const calls = possibleCalls(reviewCase);
  if (calls.length > 0 && !providerConfirmedNoCharge) return { reason: 'may_have_been_received' };
  const times = calls.flatMap(({ may_be_sent_until: time }) => time?.getTime() ?? []);
  if (times.length > 0) return { reason: 'may_still_be_sent', until: new Date(Math.max(...times)) };
  return undefined;
}

function possibleCalls(reviewCase: ReviewCase | undefined): ReviewCase['calls'] {
  return reviewCase?.calls.filter(({ state }) => mayHaveBeenReceived(state)) ?? [];
}

async function reopen(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query(
    `UPDATE checks SET ${movesTo('checks', 'requeue')}, review_reason = NULL, settled_at = NULL, rung_at = now(), requeued_at = now()
     WHERE verification_id = ANY($1::uuid[]) AND ${movesFrom('checks', 'requeue')}`,
    [ids],
  );
  await sql.query(
    `UPDATE verifications SET ${movesTo('verifications', 'requeue')}, review_reason = NULL, version = version + 1
     WHERE id = ANY($1::uuid[]) AND ${movesFrom('verifications', 'requeue')}`,
    [ids],
  );
}

/**
 * Makes sure that none of these calls can be sent from now on, also by a worker that still is on an older primary:
 * docs/protocol.md has the order of events in which one would be. Says why a write-off has to wait.
 */
async function takeRightToSend(
  sql: Sql,
  calls: ReviewCase['calls'],
  { revoke }: Requeue,
): Promise<'unknown_history' | 'no_witness' | undefined> {
  if (calls.length === 0) return undefined;
  const adopted = await sql.query(ADOPTED_HISTORY);
  if (adopted.length === 0) return 'unknown_history';
  if (revoke === undefined) return undefined;
  const revoked = await Promise.allSettled(calls.map((call) => revoke(call.check_id, call.id)));
  return revoked.some(({ status }) => status === 'rejected') ? 'no_witness' : undefined;
}

/** Returns how many calls of each verification were written off. */
async function writeOffCalls(
  sql: Sql,
  cases: readonly ReviewCase[],
  by: Reviewer,
): Promise<Map<string, number>> {
  const idsOf = (reviewCase: ReviewCase): string[] => possibleCalls(reviewCase).map(({ id }) => id);
  const byCase = new Map(cases.map((reviewCase) => [reviewCase.id, idsOf(reviewCase)]));
  await sql.query(
    `UPDATE provider_calls SET ${movesTo('provider_calls', 'write_off')}, written_off_at = now(), written_off_by = $2
     WHERE id = ANY($1::uuid[])`,
    [[...byCase.values()].flat(), by.userId],
  );
  return new Map([...byCase].map(([id, calls]) => [id, calls.length]));
}

async function record(
  sql: Sql,
  { cases, providerConfirmedNoCharge, providerDocument }: Requeue,
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
        ...(providerDocument !== undefined && { provider_document: providerDocument }),
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
