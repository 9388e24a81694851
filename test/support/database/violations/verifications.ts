import { newId } from '../../../../shared/domain/ids.js';
import { copy, insert, type StandingRows, set, type Violations } from './statements.js';

const WITHOUT_PERSONAL_DATA =
  'fingerprint = NULL, subject_hash = NULL, data_key = NULL, subject_sealed = NULL, parameters_sealed = NULL';

/** Invalid states of verifications, checks and provider calls. */
export function violationsOfVerifications({
  clientId,
  verificationId,
  checkId,
  settledId,
  settledCheckId,
  settledCallId,
}: StandingRows): Violations {
  const pending = `UPDATE verifications SET %s WHERE id = '${verificationId}'`;
  const settled = `UPDATE verifications SET %s WHERE id = '${settledId}'`;
  const check = `UPDATE checks SET %s WHERE id = '${checkId}'`;
  const call = `UPDATE provider_calls SET %s WHERE id = '${settledCallId}'`;
  const newCall = (row: Record<string, string | null>) =>
    insert('provider_calls', {
      id: newId(),
      client_id: clientId,
      check_id: checkId,
      worker: 'x',
      deadline_at: '(now())',
      ...row,
    });

  return {
    verifications_pkey: [
      copy('verifications', `id = '${settledId}'`, { idempotency_key: `'another'::text` }),
    ],
    verifications_idempotency_key: [
      copy('verifications', `id = '${settledId}'`, { id: `'${newId()}'::text` }),
    ],
    verifications_status: [set(pending, `status = 'failed'`)],
    verifications_outcome: [set(settled, `outcome = 'maybe'`)],
    verifications_completed_has_result: [
      set(pending, `outcome = 'positive', label = 'x', completed_at = now()`),
      set(settled, 'outcome = NULL'),
      set(settled, 'label = NULL'),
      set(settled, 'completed_at = NULL'),
    ],
    verifications_review_has_reason: [set(pending, `status = 'manual_review'`)],
    verifications_credits_follow_status: [
      set(pending, 'credits_reserved = 0'),
      set(pending, 'credits_charged = credits'),
      set(pending, 'credits = 0, credits_reserved = 0'),
      set(pending, `status = 'manual_review', review_reason = 'no_answer', credits_reserved = 0`),
      set(settled, 'credits_charged = 0'),
      set(settled, 'credits_reserved = credits'),
      set(settled, 'credits_charged = credits + 1'),
      set(settled, `outcome = 'rejected'`),
      set(settled, `outcome = 'closed'`),
    ],
    verifications_erased_name: [
      set(settled, `erased_at = now(), ${WITHOUT_PERSONAL_DATA} , name_hash = '\\x01'`),
    ],
    verifications_erased_completely: [
      set(settled, 'erased_at = now()'),
      set(settled, `erased_at = now(), ${WITHOUT_PERSONAL_DATA.replace('data_key = NULL, ', '')}`),
      set(settled, 'data_key = NULL'),
      set(settled, WITHOUT_PERSONAL_DATA),
      set(pending, `erased_at = now(), ${WITHOUT_PERSONAL_DATA}`),
    ],
    verifications_erased_request: [
      set(settled, `erased_at = now(), reference = 'Lease 17', ${WITHOUT_PERSONAL_DATA}`),
      set(settled, `erased_at = now(), request_hash = 'x', ${WITHOUT_PERSONAL_DATA}`),
    ],
    erasures_pkey: [
      `INSERT INTO erasures (id, client_id) SELECT '${newId()}', '${clientId}' FROM generate_series(1, 2)`,
    ],

    checks_pkey: [copy('checks', `id = '${checkId}'`, { position: '7' })],
    checks_verification_id_position: [copy('checks', `id = '${checkId}'`, { id: `'${newId()}'::text` })],
    checks_status: [set(check, `status = 'failed', settled_at = now()`)],
    checks_outcome: [
      set(check, `status = 'completed', outcome = 'mixed', label = 'x', settled_at = now()`),
      set(check, `status = 'completed', outcome = 'closed', label = 'x', settled_at = now()`),
    ],
    checks_completed_has_result: [
      set(check, `status = 'completed', settled_at = now()`),
      set(check, `outcome = 'positive', label = 'x'`),
    ],
    checks_review_has_reason: [
      set(check, `status = 'manual_review', settled_at = now()`),
      set(check, `review_reason = 'no_answer'`),
    ],
    checks_settled_at_follows_status: [
      set(check, 'settled_at = now()'),
      set(check, `status = 'manual_review', review_reason = 'no_answer'`),
    ],

    provider_calls_provider_of_mode: [set(call, `provider = 'simulator'`)],
    provider_calls_pkey: [newCall({ id: settledCallId })],
    provider_calls_state: [newCall({ state: 'lost', finished_at: '(now())' })],
    provider_calls_finished_at_follows_state: [
      newCall({ finished_at: '(now())' }),
      newCall({ state: 'answered' }),
    ],
    provider_calls_one_possible_of_check: [
      newCall({ check_id: settledCheckId }),
      ...['refused', 'answered', 'uncertain'].map((state) =>
        newCall({ check_id: settledCheckId, state, finished_at: '(now())' }),
      ),
      `${newCall({})}; ${newCall({})}`,
    ],
    provider_calls_written_off_at_follows_state: [
      newCall({ state: 'written_off', finished_at: '(now())' }),
      set(call, 'written_off_at = now()'),
    ],
  };
}
