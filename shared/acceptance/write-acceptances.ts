import { CHAIN_START } from '../crypto/keyed-hash.js';
import type { BulkWrite } from '../db/bulk-write.js';
import { Check, ConsentEvidence, Verification } from '../db/entities/index.js';
import { columnsOf } from '../db/table-of.js';
import { CONSENT_WORDINGS_VERSION } from '../domain/consent-wordings.js';
import { CONSENT_COLUMNS, type ConsentRow, consentHash } from '../evidence/consent-record.js';
import type { Decision } from './decide-acceptances.js';
import type { Submission } from './submission.js';

/** The end of a client's evidence chain. */
export type ChainEnd = Pick<ConsentRow, 'evidence_no' | 'hash'>;

/** What happens to a verification later is left to its defaults. */
const VERIFICATION_COLUMNS = columnsOf(Verification, {
  except: [
    'subject_last4',
    'credits_charged',
    'status',
    'outcome',
    'label',
    'review_reason',
    'version',
    'completed_at',
    'erasure_id',
    'erasure_due_at',
    'erased_at',
  ],
});

const CHECK_COLUMNS = columnsOf(Check, {
  except: [
    'status',
    'outcome',
    'label',
    'review_reason',
    'details_sealed',
    'reference_sealed',
    'photo_sealed',
    'settled_at',
    'requeued_at',
  ],
});

/** Adds the accepted verifications and their checks to a write. */
export function writeVerifications(write: BulkWrite, { accepted }: Decision, now: Date): void {
  const submissions = accepted.map(({ submission }) => submission);
  write.insert(
    Verification,
    VERIFICATION_COLUMNS,
    submissions.map((submission) => verificationRow(submission, now)),
  );
  write.insert(
    Check,
    CHECK_COLUMNS,
    submissions.flatMap((submission) => checkRows(submission, now)),
  );
}

function verificationRow(submission: Submission, now: Date) {
  return {
    id: submission.verificationId,
    client_id: submission.clientId,
    idempotency_key: submission.idempotencyKey,
    fingerprint: submission.fingerprint,
    service_code: submission.service.code,
    subject_type: submission.subject.type,
    subject_masked: submission.subject.masked,
    subject_hash: submission.subject.hash,
    name_hash: submission.subject.nameHash,
    data_key: submission.dataKeySealed,
    subject_sealed: submission.subject.sealed,
    parameters_sealed: submission.parametersSealed,
    purpose: submission.purpose,
    reference: submission.reference,
    request_hash: submission.requestHash,
    submitted_by: submission.submittedBy,
    price_release: submission.priceRelease,
    credits: submission.credits,
    credits_reserved: submission.credits,
    correlation_id: submission.correlationId,
    traceparent: submission.traceparent ?? null,
    created_at: now,
  };
}

function checkRows(submission: Submission, now: Date) {
  return submission.service.checks.map((code, position) => ({
    id: checkIdAt(submission, position),
    client_id: submission.clientId,
    verification_id: submission.verificationId,
    position,
    service_code: code,
    rung_at: now,
    created_at: now,
  }));
}

function checkIdAt({ checkIds, verificationId }: Submission, position: number): string {
  const id = checkIds[position];
  if (id === undefined) throw new Error(`Bug: verification ${verificationId} has too few checks`);
  return id;
}

/** Adds the consents, each the next link of its client's chain; updates `ends` accordingly. */
export function writeEvidence(
  write: BulkWrite,
  { accepted }: Decision,
  now: Date,
  ends: Map<string, ChainEnd>,
): void {
  const rows = accepted.map(({ submission }) => {
    const end = ends.get(submission.clientId) ?? { evidence_no: 0, hash: CHAIN_START };
    const row = consentRow(submission, now, end);
    ends.set(submission.clientId, row);
    return row;
  });
  write.insert(ConsentEvidence, CONSENT_COLUMNS, rows);
}

function consentRow(submission: Submission, now: Date, previous: ChainEnd): ConsentRow {
  const record = {
    client_id: submission.clientId,
    evidence_no: previous.evidence_no + 1,
    verification_id: submission.verificationId,
    service_code: submission.service.code,
    subject_hash: submission.subject.subjectCommitment,
    purpose: submission.purpose,
    // Only a literal true passes validation, so an accepted request has confirmed both.
    authority_confirmed: true,
    charge_approved: true,
    biometric_consent: submission.biometricConsent,
    credits: submission.credits,
    credits_approved: submission.creditsApproved,
    price_release: submission.priceRelease,
    recorded_by: submission.recordedBy,
    channel: submission.channel,
    recorded_at: now,
    wording_version: CONSENT_WORDINGS_VERSION,
    previous_hash: previous.hash,
  };
  return { ...record, hash: consentHash(record) };
}
