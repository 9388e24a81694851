import type { Request, Response } from 'express';
import { findCallsToWriteOff } from '../../shared/approvals/calls-to-write-off.js';
import { requeueProposal } from '../../shared/approvals/proposals.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { maskText } from '../../shared/domain/personal-data.js';
import { areSameCalls, nameCalls } from '../../shared/reviews/known-calls.js';
import { proposeAct } from '../approvals/propose-act.js';
import type { StaffDeps } from '../deps.js';
import { ApiError, conflict } from '../errors/catalogue.js';
import { userOf } from '../http/context.js';
import { type DeskCase, newNote } from './desk-case.js';
import { loadWriteOff, type WriteOffRow } from './load-write-off.js';
import { openNote } from './present-write-off.js';
import type { ReadResolution } from './read-resolution.js';
import { refuseReview } from './refuse-review.js';

/** A decision to send a case back. */
interface SendBack {
  decision: Extract<ReadResolution['decision'], { kind: 'requeue' }>;
  note: string;
}

/** A write-off as its proposer words it. */
interface Wording {
  note: string;
  document: string;
  /** The calls, as `nameCalls` names them. */
  calls: readonly string[];
}

/**
 * Proposes to send back a case with calls that the provider may have received, and answers 202. Returns false, without
 * an answer, if there are none: then one person is enough.
 */
export async function proposeWriteOff(
  { db }: Pick<StaffDeps, 'db'>,
  deskCase: DeskCase,
  { decision, note: text }: SendBack,
  req: Request,
  res: Response,
): Promise<boolean> {
  const { id: verificationId, clientId } = deskCase;
  const calls = await findCallsToWriteOff(db, verificationId);
  const { confirmedCalls = nameCalls(calls), providerDocument: document = '' } = decision;
  if (!areSameCalls(calls, confirmedCalls)) throw refuseReview(verificationId, 'calls_changed');
  if (calls.length === 0) return false;
  const proposal = requeueProposal({ verificationId, clientId, calls }, newNote(deskCase, text), document);
  const wording = { note: maskText(text, deskCase.subject), document, calls: nameCalls(calls) };
  await proposeAct({ db }, proposal, req, res, {
    judge: async () => {
      const standing = await loadWriteOff(db, verificationId);
      if (standing?.state !== 'open') throw justDecided();
      const own = standing.proposed_by === userOf(res).id;
      if (own && isWordedAs(standing, wording, deskCase)) return;
      throw refuseSecond(verificationId, standing, own);
    },
  });
  return true;
}

/** Whether this is the same proposal, sent again because nobody heard the answer, say. */
function isWordedAs(
  { payload }: WriteOffRow,
  { note, document, calls }: Wording,
  { sealed }: DeskCase,
): boolean {
  if (payload?.calls?.join() !== calls.join()) return false;
  return payload.providerDocument === document && openNote(payload, sealed) === note;
}

function justDecided(): ApiError {
  return conflict(
    'The write-off that was proposed for this case has just been decided. Load the case again.',
  );
}

/** A second proposal would be dropped with its reason, and the one that stands is not its caller's. */
function refuseSecond(verificationId: string, standing: WriteOffRow, own: boolean): ApiError {
  const message = own
    ? 'You have already proposed to write off the calls of this case, with another note or document, or before its calls changed. That proposal stands, and waits for an administrator. To change it, withdraw it and propose again.'
    : 'A colleague has already proposed to write off the calls of this case, and that waits for an administrator. Nothing was recorded of this proposal. The case shows by whom it was proposed, when and why.';
  return new ApiError('conflict', message, {
    body: {
      request_id: toPublicId('verification', verificationId),
      approval_id: toPublicId('approval', standing.id),
    },
  });
}
