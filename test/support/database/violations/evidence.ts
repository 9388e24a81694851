import { newId } from '../../../../shared/domain/ids.js';
import { copy, insert, type StandingRows, type Violations } from './statements.js';

/** Invalid states of consents, of the audit log and of reviews. */
export function violationsOfEvidence({ userId, settledId, settledCallId }: StandingRows): Violations {
  return {
    consent_evidence_pkey: [
      copy('consent_evidence', `verification_id = '${settledId}'`, { verification_id: `'${newId()}'::text` }),
    ],
    consent_evidence_verification_id: [
      copy('consent_evidence', `verification_id = '${settledId}'`, { evidence_no: '1000' }),
    ],
    audit_log_pkey: [
      `INSERT INTO audit_log (entry_no, recorded_at, actor, action, target, previous_hash, hash)
       SELECT 1, now(), 'system', 'x', 'x', '', '' FROM generate_series(1, 2)`,
    ],

    reviews_pkey: [
      `INSERT INTO reviews (verification_id) SELECT '${settledId}'::uuid FROM generate_series(1, 2)`,
    ],
    reviews_take_id: [
      `INSERT INTO reviews (verification_id, taken_by, taken_until, take_id)
       SELECT id, '${userId}', now(), '${newId()}' FROM verifications`,
    ],
    reviews_taken_completely: [
      insert('reviews', { verification_id: settledId, taken_by: userId }),
      insert('reviews', { verification_id: settledId, taken_until: '(now())' }),
      insert('reviews', { verification_id: settledId, take_id: newId() }),
    ],
    review_notes_pkey: [
      `INSERT INTO review_notes (id, verification_id, kind, text_sealed)
       SELECT '${newId()}', '${settledId}', 'note', '' FROM generate_series(1, 2)`,
    ],
    review_notes_kind: [
      insert('review_notes', { id: newId(), verification_id: settledId, kind: 'rumour', text_sealed: '' }),
    ],
    late_findings_pkey: [
      `INSERT INTO late_findings (call_id, outcome, label)
       SELECT '${settledCallId}'::uuid, 'positive', 'x' FROM generate_series(1, 2)`,
    ],
    late_findings_outcome: [
      insert('late_findings', { call_id: settledCallId, outcome: 'mixed', label: 'x' }),
    ],
  };
}
