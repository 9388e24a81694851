import type { ApiConfig } from '../../shared/config/api.js';
import type { Keyring } from '../../shared/crypto/keyring.js';
import { SealedVerification } from '../../shared/db/sealed-verification.js';
import { docUrl } from '../../shared/doc-url.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type {
  WireProviderUnavailable,
  WireResult,
  WireVerification,
} from '../../shared/wire/verification.js';
import type { VerificationRow } from './load-verification.js';
import { presentHits } from './present-screening.js';
import { REVIEW_TEXTS } from './texts.js';

/** Builds the verification object (contract 4.4). Throws SealError if a reference does not open. */
export function presentVerification(
  row: VerificationRow,
  keyring: Keyring,
  options: { replay?: boolean } = {},
): WireVerification {
  return presentOpened(row, new SealedVerification(keyring, row), options);
}

/** Builds the verification object from an opened row, for callers that open more of it. Throws SealError. */
export function presentOpened(
  row: VerificationRow,
  sealed: SealedVerification,
  options: { replay?: boolean } = {},
): WireVerification {
  const result = presentResult(row, sealed);
  return {
    request_id: toPublicId('verification', row.id),
    status: row.status,
    service_code: row.service_code,
    ...(row.reference !== null && { reference: row.reference }),
    subject: row.subject_masked,
    credits_reserved: row.credits_reserved,
    credits_charged: row.credits_charged,
    created_at: row.created_at.toISOString(),
    ...(row.completed_at !== null && { completed_at: row.completed_at.toISOString() }),
    ...(row.erased_at !== null && { erased_at: row.erased_at.toISOString() }),
    ...(result !== undefined && { result }),
    ...(row.status === 'manual_review' && reviewTexts(row)),
    ...(options.replay === true && { idempotent_replay: true }),
  };
}

/** The body of the 503 for a caller still waiting when the call got no usable answer (contract 4.3). */
export function presentProviderUnavailable(
  row: VerificationRow,
  { encryptionKeys, publicUrl }: Pick<ApiConfig, 'encryptionKeys' | 'publicUrl'>,
): WireProviderUnavailable {
  return {
    ...presentVerification(row, encryptionKeys),
    ...reviewTexts(row),
    status: 'provider_unavailable',
    correlation_id: row.correlation_id,
    doc_url: docUrl(publicUrl, 'provider_unavailable'),
  };
}

function presentResult(row: VerificationRow, sealed: SealedVerification): WireResult | undefined {
  const { status, label, outcome } = row;
  if (status !== 'completed' || label === null || outcome === null) return undefined;
  return { label, outcome, provider_reference: openReferences(row, sealed), ...presentHits(row, sealed) };
}

function openReferences(row: VerificationRow, sealed: SealedVerification): string | null {
  if (row.erased_at !== null) return null;
  const references = row.checks.flatMap(({ id, reference_sealed }) =>
    reference_sealed === null ? [] : [sealed.reference(id, reference_sealed)],
  );
  return references.length > 0 ? references.join(', ') : null;
}

function reviewTexts({ review_reason }: VerificationRow): { message: string; next_action: string } {
  if (review_reason === null) throw new Error('Bug: a verification under review has a reason');
  return REVIEW_TEXTS[review_reason];
}
