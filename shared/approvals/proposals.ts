import type { SubjectErasure } from '../erasure/erase-subject.js';
import type { CreditMove } from '../ledger/move-client-credits.js';
import { type KnownCall, nameCalls } from '../reviews/known-calls.js';
import type { NewNote } from '../reviews/review-case.js';
import type { Proposal } from './propose.js';

/** A proposal without its id and proposer. */
export type Proposed = Omit<Proposal, 'id' | 'proposedBy'>;

/** The payload of a credit move. */
export type CreditsPayload = Omit<CreditMove, 'clientId'>;

/** The payload of an erasure: subjects are keyed hashes, in hex. */
export interface ErasurePayload {
  id: string;
  subjectHashes: readonly string[];
  reason: string;
}

/** The payload of a write-off: the note is sealed, in base64. */
export interface RequeuePayload {
  verificationId: string;
  note: { id: string; sealed: string };
  providerDocument: string;
  /** The calls that the document is about, as `nameCalls` names them; absent in proposals of earlier releases. */
  calls?: readonly string[];
}

/** A large move of credits. */
export function creditsProposal({ clientId, ...move }: CreditMove): Proposed {
  const payload: CreditsPayload = move;
  return {
    act: 'credits',
    clientId,
    requestId: null,
    idempotencyKey: move.idempotencyKey,
    summary: { amount: move.amount, note: move.note },
    payload: { ...payload },
  };
}

/** Of the subject, only what a search needs is kept: keyed hashes, and only as long as the proposal is open. */
export function erasureProposal(
  { id, clientId, subjectHashes, reason }: SubjectErasure,
  masked: string,
): Proposed {
  const payload: ErasurePayload = {
    id,
    reason,
    subjectHashes: subjectHashes.map((hash) => hash.toString('hex')),
  };
  return {
    act: 'erasure',
    clientId,
    requestId: null,
    idempotencyKey: null,
    summary: { reason, searched_for: masked },
    payload: { ...payload },
  };
}

/**
 * Sending a case back to the provider whose call it may have received. The audit log keeps the name of the provider's
 * document, so it must not name the subject.
 */
export function requeueProposal(
  {
    verificationId,
    clientId,
    calls,
  }: { verificationId: string; clientId: string; calls: readonly KnownCall[] },
  note: NewNote,
  providerDocument: string,
): Proposed {
  const payload: RequeuePayload = {
    verificationId,
    note: { id: note.id, sealed: note.sealed.toString('base64') },
    providerDocument,
    calls: nameCalls(calls),
  };
  return {
    act: 'requeue',
    clientId,
    requestId: verificationId,
    idempotencyKey: null,
    summary: { provider_document: providerDocument },
    payload: { ...payload },
  };
}
