import { createHash } from 'node:crypto';
import { type ConsentName, wordingsOf } from '../../shared/domain/consent-wordings.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { InputType } from '../../shared/domain/input-type.js';
import { modeOf } from '../../shared/domain/mode.js';
import { type ConsentRow, consentRecord } from '../../shared/evidence/consent-record.js';
import { serviceOf } from '../../shared/services/index.js';
import type { WireReceipt, WireReceiptConsent } from '../../shared/wire/receipt.js';

/** What a receipt is made of: the consent as it is stored, and the names of the parties. */
export interface ReceiptRow extends ConsentRow {
  client_name: string;
  subject_type: InputType;
}

const NAMES: readonly ConsentName[] = ['authority_confirmed', 'charge_approved', 'biometric_consent'];

/**
 * The claims of a consent receipt, following ISO/IEC TS 27560. Everything comes from the stored consent, and `evidence`
 * contains that row as it was hashed, so that the holder of a receipt can hash it again and find it in the log.
 */
export function receiptClaims(row: ReceiptRow, issuer: string): WireReceipt {
  const requestId = toPublicId('verification', row.verification_id);
  const service = serviceOf(row.service_code);
  const recordedAt = row.recorded_at.toISOString();
  return {
    iss: issuer,
    iat: Math.floor(row.recorded_at.getTime() / 1_000),
    jti: requestId,
    schema_version: 'ISO/IEC TS 27560:2023',
    ...(modeOf(row.client_id) === 'test' ? { mode: 'test' } : {}),
    record_id: requestId,
    request_id: requestId,
    pii_principal_id: `hmac-sha256:${row.subject_hash.toString('hex')}`,
    pii_controllers: [{ party_id: toPublicId('client', row.client_id), name: row.client_name }],
    purposes: [
      {
        purpose: row.purpose,
        service_code: row.service_code,
        service: service.label,
        source: service.source,
        lawful_basis: 'As confirmed by the client: consent of the person, or another lawful basis',
      },
    ],
    consents: NAMES.map((name) => consentOf(row, name)),
    wording_version: row.wording_version,
    event: {
      event_time: recordedAt,
      event_type: 'explicit',
      event_state: 'given',
      entity_id: row.recorded_by,
      channel: row.channel,
    },
    price: {
      credits: row.credits,
      credits_approved: row.credits_approved,
      price_release: row.price_release,
    },
    evidence: {
      hash: row.hash.toString('hex'),
      previous_hash: row.previous_hash.toString('hex'),
      record: consentRecord(row),
    },
  };
}

function consentOf(row: ReceiptRow, name: ConsentName): WireReceiptConsent {
  const given = row[name];
  const shown =
    row.wording_version === null ? undefined : wordingsOf(row.wording_version, row.subject_type, row.credits);
  // A subject is not shown what the service does not ask for; a flag given anyway was given for that sentence.
  const isAsked =
    given || name !== 'biometric_consent' || serviceOf(row.service_code).biometricConsentRequired;
  const wording = isAsked ? (shown?.[name] ?? null) : null;
  const hash = wording === null ? null : createHash('sha256').update(wording).digest('hex');
  return { name, given, wording, wording_hash: hash };
}
