import type { CheckOutcome } from '../domain/outcome.js';
import type { CallState, ReviewReason } from '../domain/states.js';
import type { ServiceCode } from '../services/index.js';

/** What happens to a check. All personal data is already sealed. */
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

/** What happened to one provider call. */
export interface CallResult {
  id: string;
  state: Exclude<CallState, 'started'>;
  httpStatus: number | null;
  /** One of our own reason codes, or an error code. */
  reason: string | null;
  answerSealed: Buffer | null;
}

/** The news about one check, to be settled in the database. */
export interface Settlement {
  clientId: string;
  verificationId: string;
  checkId: string;
  /** Null if the check is given up without any call that could have been received. */
  call: CallResult | null;
  result: CheckResult;
}

/** The settlement of a check with the call that was made, or was about to be. */
export type CallSettlement = Settlement & { call: CallResult };

/** A verification that a settlement moved out of `pending`. */
export interface SettledVerification {
  id: string;
  clientId: string;
  status: 'completed' | 'manual_review';
  serviceCode: ServiceCode;
  /** Milliseconds since it was accepted, by the database's clock. */
  tookMs: number;
}
