import { chainHash } from '../crypto/keyed-hash.js';
import { ConsentEvidence } from '../db/entities/consent-evidence.entity.js';
import type { RowOf } from '../db/row-of.js';
import { columnsOf } from '../db/table-of.js';

/** One row of consent_evidence, as stored. */
export type ConsentRow = RowOf<ConsentEvidence>;

export const CONSENT_COLUMNS = columnsOf(ConsentEvidence);

/**
 * The hash of a consent row, over the previous row's hash in the client's chain and every other column, in canonical
 * JSON. The subject is included only as a hash under its data key, so the chain outlives an erasure and then identifies
 * nobody.
 */
export function consentHash(row: Omit<ConsentRow, 'hash'>): Buffer {
  return chainHash(row.previous_hash, consentRecord(row));
}

/** What a row's hash covers besides the previous hash; receipts include it, so that anyone can recompute the hash. */
export function consentRecord(row: Omit<ConsentRow, 'hash'>): Record<string, unknown> {
  // Named one by one: a row read from the table has more members than one about to be written.
  return {
    client_id: row.client_id,
    evidence_no: row.evidence_no,
    verification_id: row.verification_id,
    service_code: row.service_code,
    subject_hash: row.subject_hash.toString('hex'),
    purpose: row.purpose,
    authority_confirmed: row.authority_confirmed,
    charge_approved: row.charge_approved,
    biometric_consent: row.biometric_consent,
    credits: row.credits,
    credits_approved: row.credits_approved,
    price_release: row.price_release,
    recorded_by: row.recorded_by,
    channel: row.channel,
    recorded_at: row.recorded_at.toISOString(),
    // Rows of releases that did not store it were hashed without it.
    ...(row.wording_version !== null && { wording_version: row.wording_version }),
  };
}
