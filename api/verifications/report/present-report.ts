import type { Keyring } from '../../../shared/crypto/keyring.js';
import { SealedVerification } from '../../../shared/db/sealed-verification.js';
import { toPublicId } from '../../../shared/domain/ids.js';
import { serviceOf } from '../../../shared/services/index.js';
import type { WireCheck, WireConsent, WireReport } from '../../../shared/wire/report.js';
import { presentScreened } from '../present-screening.js';
import { presentOpened } from '../present-verification.js';
import { presentSubmitter } from '../submitter.js';
import { CONFIDENTIALITY_NOTICE, providerSource } from '../texts.js';
import { billingReason } from './billing-reason.js';
import type { ReportRow } from './load-report.js';

/** Builds the report of one verification (contract 4.4). Throws SealError if a sealed value does not open. */
export function presentReport(row: ReportRow, keyring: Keyring): WireReport {
  const service = serviceOf(row.service_code);
  const sealed = new SealedVerification(keyring, row);
  const checks = presentChecks(row, sealed);
  const verification = presentOpened(row, sealed);
  const { result } = verification;
  const screened = presentScreened(row, sealed);
  // A bundle has several sets of facts, none of which represents the whole verification.
  const [only, ...others] = checks;
  const details = only !== undefined && others.length === 0 ? { details: only.details } : {};
  // Not `{ ...verification, … }`: for each member added to such a copy, V8 (of Node 20) makes a new layout every time.
  return Object.assign(verification, {
    service_label: service.label,
    category: service.category,
    idempotency_key: row.idempotency_key,
    purpose: row.purpose,
    ...presentSubmitter(row),
    provider_source: providerSource(row.service_code),
    confidentiality_notice: CONFIDENTIALITY_NOTICE,
    ...(screened !== undefined && { screened }),
    ...(result !== undefined && { result: { ...result, ...details } }),
    consent: presentConsent(row),
    checks,
    billing: {
      reason: billingReason(row),
      release: row.price_release,
      entry_ids: row.entry_ids.map((id) => toPublicId('walletEntry', id)),
    },
  });
}

function presentChecks(row: ReportRow, sealed: SealedVerification): WireCheck[] {
  return row.checks.map((check) => ({
    service_code: check.service_code,
    label: check.label,
    // When support closes a request, the check keeps its stored status in case an answer still comes; it is shown
    // closed.
    ...(row.status === 'completed' && check.status === 'manual_review'
      ? { status: 'completed', outcome: 'closed' }
      : { status: check.status, outcome: check.outcome }),
    details:
      row.erased_at !== null || check.details_sealed === null
        ? null
        : sealed.details(check.id, check.details_sealed),
  }));
}

function presentConsent(row: ReportRow): WireConsent {
  return {
    authority_confirmed: row.authority_confirmed,
    charge_approved: row.charge_approved,
    biometric_consent: row.biometric_consent,
    credits_approved: row.credits_approved,
    recorded_at: row.recorded_at.toISOString(),
    recorded_by: row.recorded_by,
    channel: row.channel,
    evidence_hash: row.evidence_hash.toString('hex'),
  };
}
