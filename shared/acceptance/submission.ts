import type { InputType } from '../domain/input-type.js';
import type { Limit } from '../domain/spending.js';
import type { Service } from '../services/index.js';

/** A valid request on its way into the database: everything personal is hashed, masked or sealed already. */
export interface Submission<Caller = unknown> {
  /** Who asks, to be judged again in the transaction that accepts; null when it is the service itself. */
  caller: Caller | null;
  verificationId: string;
  /** One id per check of the service, in its order. */
  checkIds: readonly string[];
  clientId: string;
  idempotencyKey: string;
  /** Keyed hash of what was asked for, to tell a replay from another request under the same key. */
  fingerprint: Buffer;
  service: Service;
  /** The charge of this release, which the caller approved. */
  credits: number;
  priceRelease: string;
  subject: {
    type: InputType;
    masked: string;
    /** For the search. */
    hash: Buffer;
    /** Of a name, for erasures and exports in any spelling; null for other subjects. */
    nameHash: Buffer | null;
    /** For the consent evidence. */
    subjectCommitment: Buffer;
    sealed: Buffer;
  };
  parametersSealed: Buffer;
  dataKeySealed: Buffer;
  purpose: string;
  /** The caller's own name for the case. */
  reference: string | null;
  /** Keyed hash of service, subject and parameters: what is asked, whoever asks it again. */
  requestHash: Buffer;
  /** Refuse when the same was asked within so many days, or is still open; null to accept it all the same. */
  refuseDuplicateDays: number | null;
  biometricConsent: boolean;
  creditsApproved: number | null;
  /** Public id of the user or API key that submits. */
  recordedBy: string;
  /** The same as it is stored. */
  submittedBy: string | null;
  channel: 'api' | 'portal';
  correlationId: string;
  /** The trace of the request; undefined while nothing is traced. */
  traceparent: string | undefined;
}

/** What became of a submission. */
export type Acceptance =
  | { kind: 'accepted'; createdAt: Date }
  /** The caller has lost the right to ask since the request began: with the 401 that says why. */
  | { kind: 'unauthorized'; refusal: Error }
  /** The key was used for the same request before: that verification is the answer. */
  | { kind: 'replay'; verificationId: string }
  | { kind: 'key_reused'; verificationId: string }
  /** The same was asked before, and the caller wanted no second one. */
  | { kind: 'duplicate'; verificationId: string }
  | { kind: 'insufficient_credits'; required: number; available: number }
  /** A spending limit would be passed. */
  | { kind: 'limit_reached'; limit: Limit };
