import type { KeyObject } from 'node:crypto';
import { CHAIN_START, subjectCommitment } from '../../../../shared/crypto/keyed-hash.js';
import type { Sql } from '../../../../shared/db/database.js';
import { CONSENT_WORDINGS_VERSION } from '../../../../shared/domain/consent-wordings.js';
import { consentHash } from '../../../../shared/evidence/consent-record.js';
import { PRICE_LIST } from '../../../../shared/services/price-list.js';
import { insertRow } from './insert-row.js';
import type { VerificationPlan } from './verification-plan.js';

/** Adds the consent of a verification to its client's chain. The client's wallet must be locked. */
export async function insertEvidence(sql: Sql, plan: VerificationPlan, dataKey: KeyObject): Promise<void> {
  const [last] = await sql.query<{ evidence_no: number; hash: Buffer }>(
    'SELECT evidence_no, hash FROM consent_evidence WHERE client_id = $1 ORDER BY evidence_no DESC LIMIT 1',
    [plan.clientId],
  );
  const record = {
    client_id: plan.clientId,
    evidence_no: (last?.evidence_no ?? 0) + 1,
    verification_id: plan.id,
    service_code: plan.serviceCode,
    subject_hash: subjectCommitment(dataKey, plan.subject),
    purpose: plan.purpose,
    authority_confirmed: plan.authorityConfirmed,
    charge_approved: true,
    biometric_consent: plan.biometricConsent,
    credits: plan.credits,
    credits_approved: plan.creditsApproved,
    price_release: PRICE_LIST.release,
    recorded_by: plan.recordedBy,
    channel: plan.channel,
    recorded_at: plan.createdAt,
    wording_version: CONSENT_WORDINGS_VERSION,
    previous_hash: last?.hash ?? CHAIN_START,
  };
  await insertRow(sql, 'consent_evidence', { ...record, hash: consentHash(record) });
}
