import type { Sql } from '../db/database.js';
import { movesFrom, movesTo } from '../db/move.js';
import { toPublicId } from '../domain/ids.js';
import { mayHaveBeenReceived } from '../domain/states.js';
import { appendAudit } from '../evidence/append-audit.js';
import { ADOPTED_HISTORY } from '../history/this-database.js';
import { areSameCalls } from './known-calls.js';
import {
  actorOf,
  clearHolders,
  insertNote,
  isExperiment,
  isRecorded,
  lockReviewCases,
  type NewNote,
  type ReviewCase,
  type Reviewer,
  type ReviewRefusal,
  refusalOf,
} from './review-case.js';

export interface Requeue {
  /** At least one; either all of them go back or none. */
  cases: readonly { verificationId: string; note: NewNote }[];
  /** The provider has told the reviewer that it charges for none of the calls that may have been received. */
  providerConfirmedNoCharge: boolean;
  /** The provider's document that says so, under the reviewer's name for it. */
  providerDocument?: string | undefined;
  /**
   * The calls that the confirmation is about, as `nameCalls` names them: it does not cover a call that became known
   * since, nor one that was answered since. Absent if the reviewer did not say.
   */
  confirmedCalls?: readonly string[] | undefined;
  /**
   * Revokes a call's right to be sent at the second witness. If that fails nothing is written off: a worker still on an
   * old primary would ask a database that never learns of the decision.
   */
  revoke?(checkId: string, callId: string): Promise<unknown>;
}

export type RequeueRefusal =
  | ReviewRefusal
  | 'may_have_been_received'
  /** The calls are not, or not only, those that the provider's confirmation is about. */
  | 'calls_changed'
  | 'may_still_be_sent'
  /** The present history of the database has not been adopted, so nobody knows what another copy of it is calling. */
  | 'unknown_history'
  /** The witness did not confirm that the call may no longer be sent. */
  | 'no_witness';

/** Refusals that end by themselves, or with an outage: the same requeue can succeed later. */
export const TEMPORARY_REFUSALS = ['taken', 'may_still_be_sent', 'unknown_history', 'no_witness'] as const;

/** A case that was not sent back, and why. */
export interface RefusedRequeue {
  verificationId: string;
  reason: RequeueRefusal;
  /** The earliest time at which `may_still_be_sent` can be over, or the latest at which `taken` is. */
  until?: Date;
}

export type RequeueResult =
  /** The checks to enqueue after the commit; if that is lost, the reconciler does it. */
  { kind: 'requeued'; checkIds: string[] } | { kind: 'refused'; refusals: RefusedRequeue[] };

/**
 * Sends the parts in review back to the provider; completed parts stay as they are. Refused while one of their calls
 * may have been received, unless the provider has confirmed that it does not charge: those calls are then written off
 * in the reviewer's name and no longer block the index that allows one call. Also refused while a worker believed dead
 * may still send such a call (architecture 7): the provider's confirmation does not cover what comes later. Safe to
 * retry after a lost commit.
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
    await writeOffCalls(sql, [...found.values()].flatMap(possibleCalls), by);
    await record(sql, requeue, found, by);
  }
  return { kind: 'requeued', checkIds: await findPendingChecks(sql, ids) };
}

function refusalOfRequeue(
  reviewCase: ReviewCase | undefined,
  { providerConfirmedNoCharge, confirmedCalls }: Requeue,
  by: Reviewer,
): Omit<RefusedRequeue, 'verificationId'> | undefined {
  const reason = refusalOf(reviewCase, by);
  const holder = reviewCase?.holder;
  if (reason === 'taken' && holder) return { reason, until: holder.until };
  if (reason !== undefined) return { reason };
  const calls = possibleCalls(reviewCase);
  if (calls.length > 0 && !providerConfirmedNoCharge) return { reason: 'may_have_been_received' };
  if (confirmedCalls !== undefined && !areSameCalls(calls, confirmedCalls))
    return { reason: 'calls_changed' };
  const times = calls.flatMap(({ may_be_sent_until: time }) => time?.getTime() ?? []);
  if (times.length > 0) return { reason: 'may_still_be_sent', until: new Date(Math.max(...times)) };
  return undefined;
}

function possibleCalls(reviewCase: ReviewCase | undefined): ReviewCase['calls'] {
  return reviewCase?.calls.filter(({ state }) => mayHaveBeenReceived(state)) ?? [];
}

async function reopen(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query(
    `UPDATE checks SET ${movesTo('checks', 'requeue')}, review_reason = NULL, settled_at = NULL,
       rung_at = now(), requeued_at = now()
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
 * Makes sure that none of these calls can still be sent, not even by a worker on an older primary: docs/protocol.md has
 * the sequence of events in which one would be. Returns why a write-off has to wait.
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

async function writeOffCalls(sql: Sql, calls: ReviewCase['calls'], by: Reviewer): Promise<void> {
  await sql.query(
    `UPDATE provider_calls SET ${movesTo('provider_calls', 'write_off')}, written_off_at = now(), written_off_by = $2
     WHERE id = ANY($1::uuid[])`,
    [calls.map(({ id }) => id), by.userId],
  );
}

async function record(
  sql: Sql,
  { cases, providerConfirmedNoCharge, providerDocument }: Requeue,
  found: ReadonlyMap<string, ReviewCase>,
  by: Reviewer,
): Promise<void> {
  for (const { verificationId, note } of cases) await insertNote(sql, verificationId, 'requeue', note, by);
  await clearHolders(
    sql,
    cases.map(({ verificationId }) => verificationId),
  );
  for (const { verificationId, note } of cases) {
    const reviewCase = found.get(verificationId);
    if (reviewCase !== undefined && isExperiment(reviewCase)) continue;
    await appendAudit(sql, {
      ...actorOf(by),
      action: 'review.requeued',
      target: toPublicId('verification', verificationId),
      details: {
        provider_confirmed_no_charge: providerConfirmedNoCharge,
        ...(providerDocument !== undefined && { provider_document: providerDocument }),
        calls_written_off: possibleCalls(reviewCase).length,
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
