import type { Keyring } from '../../shared/crypto/keyring.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { maskWithin } from '../../shared/domain/mask.js';
import { mayHaveBeenReceived } from '../../shared/domain/states.js';
import { nameCalls } from '../../shared/reviews/known-calls.js';
import { serviceOf } from '../../shared/services/index.js';
import type {
  CallPhase,
  WireCallAround,
  WireProviderCall,
  WireReviewDetail,
  WireReviewNote,
  WireSubjectRequest,
} from '../../shared/wire/review.js';
import type { ReportRow } from '../verifications/report/load-report.js';
import { presentReport } from '../verifications/report/present-report.js';
import type { DeskCase } from './desk-case.js';
import type { AroundCallRow, AroundRows, SubjectRequestRow } from './load-around.js';
import type { CallRow } from './load-calls.js';
import type { NoteRow } from './load-notes.js';
import type { ReviewRow } from './load-reviews.js';
import type { WriteOffRow } from './load-write-off.js';
import { withMaskedReference } from './mask-reference.js';
import { presentAnswer } from './present-answer.js';
import { presentReviewState, presentStaffMember } from './present-review.js';
import { presentWriteOff } from './present-write-off.js';

/** Everything known about one case. */
export interface DetailRows {
  review: ReviewRow;
  report: ReportRow;
  calls: readonly CallRow[];
  notes: readonly NoteRow[];
  writeOff: WriteOffRow | undefined;
  around: AroundRows;
}

/**
 * Builds one case with its evidence. Clients may have put the subject into texts of their own, and the provider echoes
 * it: it is masked in all of them. Throws SealError if a sealed value does not open.
 */
export function presentReviewDetail(
  { review, report, calls, notes, writeOff, around }: DetailRows,
  deskCase: DeskCase,
  keyring: Keyring,
): WireReviewDetail {
  // A release leaves the unclear parts as they were, but nothing can be sent back any more.
  const toWriteOff = report.status === 'manual_review' ? calls.filter(isToWriteOff) : [];
  const wire = withMaskedReference(presentReport(report, keyring), deskCase.subject);
  return {
    ...wire,
    purpose: maskWithin(wire.purpose, deskCase.subject),
    idempotency_key: maskWithin(wire.idempotency_key, deskCase.subject),
    // The two are read one after the other, and a worker may settle what was sent back in between: one of them decides.
    review: {
      ...presentReviewState(review, keyring),
      reason: report.status === 'manual_review' ? report.review_reason : null,
    },
    provider_calls: calls.map((call) => presentCall(call, deskCase)),
    calls_to_write_off: nameCalls(toWriteOff),
    write_off_proposal: writeOff === undefined ? null : presentWriteOff(writeOff, deskCase, toWriteOff),
    notes: notes.map((note) => presentNote(note, deskCase)),
    calls_around: around.calls.map(presentCallAround),
    subject_history: around.requests.map(presentSubjectRequest),
  };
}

function isToWriteOff({ check_status, state }: CallRow): boolean {
  return check_status === 'manual_review' && mayHaveBeenReceived(state);
}

function presentCallAround({ finished_at, started_at, ...call }: AroundCallRow): WireCallAround {
  return {
    ...call,
    started_at: started_at.toISOString(),
    duration_ms: durationOf(started_at, finished_at),
  };
}

function presentSubjectRequest({ id, created_at, ...row }: SubjectRequestRow): WireSubjectRequest {
  return {
    ...row,
    request_id: toPublicId('verification', id),
    service_label: serviceOf(row.service_code).label,
    created_at: created_at.toISOString(),
  };
}

function presentCall(call: CallRow, { sealed, subject }: DeskCase): WireProviderCall {
  const { finished_at: finishedAt, started_at: startedAt } = call;
  return {
    service_code: call.service_code,
    state: call.state,
    phase: phaseOf(call),
    started_at: startedAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
    duration_ms: durationOf(startedAt, finishedAt),
    http_status: call.http_status,
    reason: call.reason,
    answered_late_at: call.answered_late_at?.toISOString() ?? null,
    late_finding: presentLateFinding(call, sealed),
    written_off_at: call.written_off_at?.toISOString() ?? null,
    written_off_by: presentStaffMember({
      id: call.written_off_by,
      email: call.written_off_email,
      name: call.written_off_name,
    }),
    answered_after_write_off:
      call.written_off_at !== null &&
      call.answered_late_at !== null &&
      call.answered_late_at >= call.written_off_at,
    answer:
      call.answer_sealed === null ? null : presentAnswer(sealed.answer(call.id, call.answer_sealed), subject),
  };
}

/** In milliseconds; 0 if PostgreSQL's clock was set back meanwhile. */
function durationOf(startedAt: Date, finishedAt: Date | null): number | null {
  return finishedAt === null ? null : Math.max(0, finishedAt.getTime() - startedAt.getTime());
}

function phaseOf({ state, http_status }: CallRow): CallPhase {
  if (state === 'started') return 'in_flight';
  if (state === 'not_sent') return 'before_sending';
  return http_status === null ? 'no_answer' : 'answered';
}

function presentLateFinding(call: CallRow, sealed: DeskCase['sealed']): WireProviderCall['late_finding'] {
  const { late_outcome: outcome, late_label: label, late_details_sealed: details } = call;
  if (outcome === null || label === null) return null;
  return { outcome, label, details: details === null ? null : sealed.details(call.check_id, details) };
}

/** One note; also the API's answer to its author. */
export function presentNote(note: NoteRow, { sealed }: DeskCase): WireReviewNote {
  return {
    note_id: note.id,
    kind: note.kind,
    text: sealed.note(note.id, note.text_sealed),
    author: presentStaffMember({ id: note.author_id, email: note.author_email, name: note.author_name }),
    created_at: note.created_at.toISOString(),
  };
}
