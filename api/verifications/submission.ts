import type { InputType, Service } from '../../shared/domain/services.js';

/** A valid request on its way into the database: everything personal is hashed, masked or sealed already. */
export interface Submission {
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
    /** For the consent evidence. */
    evidenceHash: Buffer;
    sealed: Buffer;
  };
  parametersSealed: Buffer;
  dataKeySealed: Buffer;
  purpose: string;
  biometricConsent: boolean;
  creditsApproved: number | null;
  /** Public id of the user or API key that submits. */
  recordedBy: string;
  channel: 'api' | 'portal';
  correlationId: string;
  /** The trace of the request; undefined while nothing is traced. */
  traceparent: string | undefined;
}

/** What became of a submission. */
export type Acceptance =
  | { kind: 'accepted'; createdAt: Date }
  /** The key was used for the same request before: that verification is the answer. */
  | { kind: 'replay'; verificationId: string }
  | { kind: 'key_reused'; verificationId: string }
  | { kind: 'insufficient_credits'; required: number; available: number };
