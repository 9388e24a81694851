import type { InputType } from '../domain/input-type.js';
import type { Limit } from '../domain/spending.js';
import type { Service } from '../services/index.js';

/** A valid request on its way into the database: all personal data is already hashed, masked or sealed. */
export interface Submission<Caller = unknown> {
  /** The caller, to be authorised again in the transaction that accepts; null for the service itself. */
  caller: Caller | null;
  verificationId: string;
  /** One id per check of the service, in the same order. */
  checkIds: readonly string[];
  clientId: string;
  idempotencyKey: string;
  /** Keyed hash of the request, to tell a replay from a different request under the same key. */
  fingerprint: Buffer;
  service: Service;
  /** The price in this release, which the caller approved. */
  credits: number;
  priceRelease: string;
  subject: {
    type: InputType;
    masked: string;
    /** For search. */
    hash: Buffer;
    /** Of a name, for erasures and exports under any spelling; null for other subjects. */
    nameHash: Buffer | null;
    /** For the consent evidence. */
    subjectCommitment: Buffer;
    sealed: Buffer;
  };
  parametersSealed: Buffer;
  dataKeySealed: Buffer;
  purpose: string;
  /** The client's own reference for the case. */
  reference: string | null;
  /** Keyed hash of service, subject and parameters: the content, whoever submits it again. */
  requestHash: Buffer;
  /** Refuse if the same was submitted within this many days or is still open; null to accept it anyway. */
  refuseDuplicateDays: number | null;
  biometricConsent: boolean;
  creditsApproved: number | null;
  /** Public id of the user or API key that submits. */
  recordedBy: string;
  /** The id of that user or key as it is stored; null for the service itself. */
  submittedBy: string | null;
  channel: 'api' | 'portal';
  correlationId: string;
  /** The trace of the request; undefined if it is not traced. */
  traceparent: string | undefined;
}

/** What happened to a submission. */
export type Acceptance =
  | { kind: 'accepted'; createdAt: Date }
  /** The caller has lost the right to submit since the request began; `refusal` is the 401 that says why. */
  | { kind: 'unauthorized'; refusal: Error }
  /** The key was already used for the same request: that verification is the answer. */
  | { kind: 'replay'; verificationId: string }
  | { kind: 'key_reused'; verificationId: string }
  /** The same was submitted before, and the caller asked to refuse duplicates. */
  | { kind: 'duplicate'; verificationId: string }
  | { kind: 'insufficient_credits'; required: number; available: number }
  /** A spending limit would be exceeded. */
  | { kind: 'limit_reached'; limit: Limit };
