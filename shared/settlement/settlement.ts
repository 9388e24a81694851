import type { CheckOutcome } from '../domain/outcome.js';
import type { CallState, ReviewReason } from '../domain/states.js';
import type { ServiceCode } from '../services/index.js';

/** What becomes of a check. Everything personal is sealed already. */
export type CheckResult =
  /** The provider certainly did nothing: the check stays open and may be called again. */
  | { status: 'pending' }
  | {
      status: 'completed';
      outcome: CheckOutcome;
      label: string;
      detailsSealed: Buffer | null;
      referenceSealed: Buffer | null;
      photoSealed: Buffer | null;
    }
  | { status: 'manual_review'; reviewReason: ReviewReason };

/** What became of one provider call. */
export interface CallResult {
  id: string;
  state: Exclude<CallState, 'started'>;
  httpStatus: number | null;
  /** A word of ours or an error code. */
  reason: string | null;
  answerSealed: Buffer | null;
}

/** One check's news, to be settled in the database. */
export interface Settlement {
  clientId: string;
  verificationId: string;
  checkId: string;
  /** Null when the check is given up without any call that could have been received. */
  call: CallResult | null;
  result: CheckResult;
}

/** The settlement of a check whose call was made, or was to be. */
export type CallSettlement = Settlement & { call: CallResult };

/** A verification that left `pending` by a settlement. */
export interface SettledVerification {
  id: string;
  clientId: string;
  status: 'completed' | 'manual_review';
  serviceCode: ServiceCode;
  /** Milliseconds since it was accepted, by the database's clock. */
  tookMs: number;
}
