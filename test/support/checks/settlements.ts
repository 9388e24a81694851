import type { Submission } from '../../../shared/acceptance/submission.js';
import type { Database } from '../../../shared/db/database.js';
import { newId } from '../../../shared/domain/ids.js';
import type { CheckOutcome } from '../../../shared/domain/outcome.js';
import type { CallResult, CheckResult, Settlement } from '../../../shared/settlement/settlement.js';
import { markDispatched } from '../../../worker/checks/mark-dispatched.js';

/** The result of a call, in one word. */
export type News = CheckOutcome | 'unclear_answer' | 'no_answer' | 'not_sent' | 'refused_for_now';

/** The id of one of a submission's checks. Throws if it has no such check. */
export function checkIdOf(submission: Submission, position = 0): string {
  const id = submission.checkIds[position];
  if (id === undefined) throw new Error(`There is no check ${position}`);
  return id;
}

/** Commits a check's dispatch marker, like a worker, and returns the id of the call. */
export async function dispatch(
  db: Database,
  submission: Submission,
  { position = 0, deadlineMs = 60_000 } = {},
): Promise<string> {
  const callId = newId();
  const checkId = checkIdOf(submission, position);
  const [marked] = await markDispatched(db, [{ checkId, callId, provider: 'upstream' }], {
    worker: 'test',
    deadlineMs,
  });
  if (marked?.kind !== 'marked') throw new Error('The call may not be made');
  await sayWorkerEnded(db, 'test');
  return callId;
}

/**
 * Records that a worker has ended, so that its calls may be written off if the provider confirms that they are free.
 */
export async function sayWorkerEnded(db: Database, worker: string): Promise<void> {
  await db.query(
    'INSERT INTO workers (id, ended_at) VALUES ($1, now()) ON CONFLICT (id) DO UPDATE SET ended_at = now()',
    [worker],
  );
}

/** The settlement a worker makes from a call with this result. */
export function settlementOf(submission: Submission, callId: string, news: News, position = 0): Settlement {
  return { ...placeOf(submission, position), call: callOf(callId, news), result: resultOf(news) };
}

/** The settlement that gives up a check that never reached the provider. */
export function givingUp(submission: Submission, position = 0): Settlement {
  return {
    ...placeOf(submission, position),
    call: null,
    result: { status: 'manual_review', reviewReason: 'not_reached' },
  };
}

/** The settlement the reconciler makes from a call without an answer. */
export function losing(submission: Submission, callId: string, position = 0): Settlement {
  return {
    ...placeOf(submission, position),
    call: { id: callId, state: 'uncertain', httpStatus: null, reason: 'lost', answerSealed: null },
    result: { status: 'manual_review', reviewReason: 'no_answer' },
  };
}

function placeOf(submission: Submission, position: number) {
  return {
    clientId: submission.clientId,
    verificationId: submission.verificationId,
    checkId: checkIdOf(submission, position),
  };
}

/** The stored result of a call. */
export function callOf(id: string, news: News): CallResult {
  const answer = { httpStatus: 200, reason: null, answerSealed: Buffer.from(`answer: ${news}`) };
  switch (news) {
    case 'not_sent':
      return { id, state: 'not_sent', httpStatus: null, reason: 'ECONNREFUSED', answerSealed: null };
    case 'refused_for_now':
      return { id, ...answer, state: 'refused_for_now', httpStatus: 429, reason: 'rate_limited' };
    case 'rejected':
      return { id, ...answer, state: 'refused', httpStatus: 422 };
    case 'unclear_answer':
      return { id, ...answer, state: 'uncertain', reason: 'inconclusive' };
    case 'no_answer':
      return { id, state: 'uncertain', httpStatus: null, reason: 'ECONNRESET', answerSealed: null };
    default:
      return { id, ...answer, state: 'answered' };
  }
}

/** The result of a check, given that of its call. */
export function resultOf(news: News): CheckResult {
  switch (news) {
    case 'not_sent':
    case 'refused_for_now':
      return { status: 'pending' };
    case 'unclear_answer':
    case 'no_answer':
      return { status: 'manual_review', reviewReason: news };
    default:
      return {
        status: 'completed',
        outcome: news,
        label: `Found: ${news}`,
        detailsSealed: Buffer.from('details'),
        referenceSealed: Buffer.from('reference'),
        photoSealed: Buffer.from('photo'),
      };
  }
}
