import type { Keyring } from '../../shared/crypto/keyring.js';
import type { WireExportedCall, WireExportedVerification } from '../../shared/wire/personal-data.js';
import type { DeskCase } from '../reviews/desk-case.js';
import type { CallRow } from '../reviews/load-calls.js';
import { presentReport } from '../verifications/report/present-report.js';
import { presentEntry } from '../wallet/present-entry.js';
import { isAboutAnother } from './is-about-another.js';
import type { RecordRows } from './load-record.js';

/**
 * Everything held on one verification, in the terms of the report where it has them. Which staff member wrote a note is
 * left out: that is their personal data, not the subject's. Throws SealError if a sealed value does not open.
 */
export function presentRecord(
  { report, photo, calls, notes, entries, acts }: RecordRows,
  deskCase: DeskCase,
  { keyring, includeAnswers }: { keyring: Keyring; includeAnswers: boolean },
): WireExportedVerification {
  const { subject, parameters, sealed } = deskCase;
  return {
    ...presentReport(report, keyring),
    subject,
    parameters,
    photo: photo === undefined ? null : sealed.photo(photo.check_id, photo.photo_sealed).toString('base64'),
    provider_calls: calls.map((call) => ({
      ...presentCall(call, sealed),
      ...(includeAnswers && presentAnswer(call, deskCase)),
    })),
    review_notes: notes.map(({ id, kind, text_sealed, created_at }) => ({
      kind,
      text: sealed.note(id, text_sealed),
      created_at: created_at.toISOString(),
    })),
    wallet_entries: entries.map(presentEntry),
    audit_log: acts.map(({ recordedAt, actor, action, details }) => ({
      created_at: recordedAt.toISOString(),
      actor,
      action,
      details,
    })),
  };
}

function presentCall(call: CallRow, sealed: DeskCase['sealed']): WireExportedCall {
  const { late_outcome: outcome, late_label: label, late_details_sealed: details } = call;
  return {
    service_code: call.service_code,
    state: call.state,
    started_at: call.started_at.toISOString(),
    finished_at: call.finished_at?.toISOString() ?? null,
    http_status: call.http_status,
    reason: call.reason,
    answered_late_at: call.answered_late_at?.toISOString() ?? null,
    late_finding:
      outcome === null || label === null
        ? null
        : { outcome, label, details: details === null ? null : sealed.details(call.check_id, details) },
  };
}

type ExportedAnswer = Pick<WireExportedCall, 'answer' | 'answer_withheld'>;

function presentAnswer(call: CallRow, { subject, sealed }: DeskCase): ExportedAnswer {
  if (call.answer_sealed === null) return { answer: null };
  const answer = sealed.answer(call.id, call.answer_sealed);
  return isAboutAnother(call, answer, subject)
    ? { answer: null, answer_withheld: 'about_somebody_else' }
    : { answer };
}
