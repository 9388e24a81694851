import type { CreditsPayload, ErasurePayload, RequeuePayload } from '../../shared/approvals/proposals.js';
import type { Sql } from '../../shared/db/database.js';
import type { ApprovalFailure } from '../../shared/domain/approvals.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { markSubject, type SubjectErasure } from '../../shared/erasure/erase-subject.js';
import { moveClientCredits } from '../../shared/ledger/move-client-credits.js';
import {
  type RefusedRequeue,
  requeueReviews,
  TEMPORARY_REFUSALS,
} from '../../shared/reviews/requeue-reviews.js';
import { openWitness } from '../../shared/witness/witness.js';
import type { StaffDeps } from '../deps.js';
import { ApiError } from '../errors/catalogue.js';
import { refuseReview } from '../reviews/refuse-review.js';
import type { OpenProposal } from './decide-approval.js';
import { mayStillPropose } from './may-still-propose.js';

/** What remains to be done once the approval is committed. */
export interface Aftermath {
  /** Checks to enqueue. */
  checkIds: readonly string[];
  /** The erasure whose marked verifications are to be erased. */
  erasureId?: string;
}

/**
 * Performs what was proposed, in the proposer's name; returns why it is no longer possible, if so. Throws if it is only
 * not possible yet.
 */
export async function perform(
  sql: Sql,
  proposal: OpenProposal,
  { redis }: Pick<StaffDeps, 'redis'>,
  aftermath: (what: Aftermath) => void,
): Promise<ApprovalFailure | undefined> {
  if (!(await mayStillPropose(sql, proposal))) return 'proposer_not_allowed';
  const { act, client_id: clientId, proposed_by: userId, payload } = proposal;
  const by = { actor: toPublicId('user', userId) };
  if (act === 'credits') {
    const move = payload as unknown as CreditsPayload;
    const { kind } = await moveClientCredits(sql, { ...move, clientId }, by);
    return kind === 'moved' || kind === 'replay' ? undefined : kind;
  }
  if (act === 'erasure') {
    const { id, subjectHashes, reason } = payload as unknown as ErasurePayload;
    const hashes = subjectHashes.map((hash) => Buffer.from(hash, 'hex'));
    const erasure: SubjectErasure = { id, clientId, subjectHashes: hashes, reason };
    await markSubject(sql, erasure, by);
    aftermath({ checkIds: [], erasureId: id });
    return undefined;
  }
  const { verificationId, note, providerDocument, calls } = payload as unknown as RequeuePayload;
  const requeue = {
    cases: [{ verificationId, note: { id: note.id, sealed: Buffer.from(note.sealed, 'base64') } }],
    providerConfirmedNoCharge: true,
    providerDocument,
    confirmedCalls: calls,
    revoke: openWitness(redis).revoke,
  };
  const result = await requeueReviews(sql, requeue, { userId });
  if (result.kind === 'refused') return endOrPostpone(result.refusals);
  aftermath({ checkIds: result.checkIds });
  return undefined;
}

/** Throws if the write-off may only be too early: the proposal then stays open. Otherwise returns why it ends. */
function endOrPostpone([refusal]: readonly RefusedRequeue[]): ApprovalFailure {
  // Every call is confirmed not to be charged.
  if (refusal === undefined || refusal.reason === 'may_have_been_received') {
    throw new Error('Bug: a confirmed write-off was refused without a reason');
  }
  const { verificationId, reason, until } = refusal;
  if (!TEMPORARY_REFUSALS.some((temporary) => temporary === reason)) return reason;
  const { message, body } = refuseReview(verificationId, reason, until);
  throw new ApiError('conflict', `Nothing has been done, and the proposal stays open. ${message}`, { body });
}
