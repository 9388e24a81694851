import { availableCredits, type LedgerLine, moveCredits, type WalletBalance } from '../domain/ledger.js';
import type { Spending } from '../domain/spending.js';
import type { ServiceCode } from '../services/index.js';
import type { Acceptance, Submission } from './submission.js';

/** A verification that holds an idempotency key. */
export interface KeyHolder {
  verificationId: string;
  /** Null after an erasure. */
  fingerprint: Buffer | null;
  serviceCode: ServiceCode;
  purpose: string;
  createdAt: Date;
}

/** What already exists: who holds the wanted keys, and the newest duplicate of each submission that refuses them. */
export interface Stored<Caller> {
  holders: Map<string, KeyHolder>;
  duplicates: ReadonlyMap<Submission<Caller>, string>;
  /** The limits of the current periods; accepted submissions count towards them. */
  spending: Spending;
}

export interface Decision {
  acceptances: Acceptance[];
  /** The accepted submissions with their reservations, in order of arrival. */
  accepted: { submission: Submission; line: LedgerLine }[];
}

/**
 * Judges submissions in order of arrival against the locked wallets, which it changes, and the keys in use. `refusalOf`
 * says which callers may no longer submit. Keys are judged before duplicates and balance: a replay needs no credits,
 * and is no duplicate of itself. A submission that refuses duplicates also considers those accepted before it in the
 * same batch. One that finds its own verification was accepted by an earlier attempt whose commit was not confirmed.
 */
export function decideAcceptances<Caller>(
  submissions: readonly Submission<Caller>[],
  refusalOf: (caller: Caller) => Error | undefined,
  walletOf: (clientId: string) => WalletBalance,
  { holders, duplicates, spending }: Stored<Caller>,
  now: Date,
): Decision {
  const accepted: Decision['accepted'] = [];
  const acceptedBefore = new Map<string, string>();
  const acceptances = submissions.map((submission): Acceptance => {
    const refusal = submission.caller === null ? undefined : refusalOf(submission.caller);
    if (refusal !== undefined) return { kind: 'unauthorized', refusal };
    const key = keyOf(submission.clientId, submission.idempotencyKey);
    const holder = holders.get(key);
    if (holder !== undefined) return judgeReusedKey(submission, holder);

    const duplicate =
      submission.refuseDuplicateDays === null
        ? undefined
        : (duplicates.get(submission) ?? acceptedBefore.get(askedOf(submission)));
    if (duplicate !== undefined) return { kind: 'duplicate', verificationId: duplicate };

    const wallet = walletOf(submission.clientId);
    const available = availableCredits(wallet);
    if (available < submission.credits) {
      return { kind: 'insufficient_credits', required: submission.credits, available };
    }
    const limit = spending.exceededBy(submission);
    if (limit !== undefined) return { kind: 'limit_reached', limit: { ...limit } };
    spending.add(submission);
    accepted.push({ submission, line: moveCredits(wallet, 'reserve', submission.credits) });
    const { verificationId, fingerprint, purpose, service } = submission;
    acceptedBefore.set(askedOf(submission), verificationId);
    holders.set(key, { verificationId, fingerprint, purpose, serviceCode: service.code, createdAt: now });
    return { kind: 'accepted', createdAt: now };
  });
  return { acceptances, accepted };
}

/** The map key of one client's idempotency key. */
export function keyOf(clientId: string, idempotencyKey: string): string {
  return `${clientId}/${idempotencyKey}`;
}

/** The map key of a submission's content. */
function askedOf({ clientId, requestHash }: Pick<Submission, 'clientId' | 'requestHash'>): string {
  return `${clientId}/${requestHash.toString('base64url')}`;
}

function judgeReusedKey(submission: Submission, holder: KeyHolder): Acceptance {
  const { verificationId, createdAt } = holder;
  if (verificationId === submission.verificationId) return { kind: 'accepted', createdAt };
  return {
    kind: isSameRequest(submission, holder) ? 'replay' : 'key_reused',
    verificationId,
  };
}

/**
 * For an erased request only the data that identifies nobody is left to compare; its key still prevents a second
 * payment.
 */
function isSameRequest(submission: Submission, { fingerprint, serviceCode, purpose }: KeyHolder): boolean {
  if (fingerprint !== null) return fingerprint.equals(submission.fingerprint);
  return serviceCode === submission.service.code && purpose === submission.purpose;
}
