import { newId } from '../../../../shared/domain/ids.js';
import { insert, type StandingRows, type Violations } from './statements.js';

type Row = Readonly<Record<string, string | number | null>>;

/** Invalid states of access logs, spending limits and approvals. */
export function violationsOfOversight({ clientId, userId, verificationId }: StandingRows): Violations {
  const look = insert('access_log', {
    client_id: clientId,
    entry_no: 1_000,
    recorded_at: '2026-09-01',
    actor_kind: 'system',
    act: 'export',
    channel: 'command',
    previous_hash: 'x',
    hash: 'x',
  });
  const newLimit = (row: Row = {}) =>
    insert('spending_limits', { client_id: clientId, subject_id: clientId, limit_of: 'client', ...row });
  const spent = (credits: number) =>
    insert('spending', {
      client_id: clientId,
      subject_id: clientId,
      period: 'day',
      starts_on: '2026-09-01',
      credits,
    });
  const newProposal = (row: Row = {}) =>
    insert('approvals', {
      id: newId(),
      act: 'credits',
      client_id: clientId,
      summary: '{}',
      payload: '{}',
      state: 'open',
      proposed_by: userId,
      proposed_at: '2026-09-01',
      ...row,
    });
  const decided = { payload: null, decided_by: userId, decided_at: '2026-09-02' };
  const standing = newProposal({ id: userId });

  return {
    access_log_pkey: [`${look}; ${look}`],
    spending_limits_pkey: [`${newLimit()}; ${newLimit()}`],
    spending_limits_per_day: [newLimit({ per_day: -1 })],
    spending_limits_per_month: [newLimit({ per_month: -1 })],
    spending_pkey: [`${newLimit()}; ${spent(1)}; ${spent(2)}`],
    spending_credits: [`${newLimit()}; ${spent(-1)}`],
    spending_told: [
      `${newLimit()}; ${spent(1)}; UPDATE spending SET told = 90 WHERE client_id = '${clientId}'`,
    ],
    approvals_pkey: [`${standing}; ${standing}`],
    approvals_state: [newProposal({ ...decided, state: 'maybe' })],
    approvals_decided: [
      newProposal({ payload: null }),
      newProposal({ state: 'declined' }),
      newProposal({ ...decided, state: 'declined', payload: '{}' }),
    ],
    approvals_two_people: [
      newProposal({ ...decided, state: 'approved' }),
      newProposal({ ...decided, state: 'failed' }),
    ],
    approvals_open_credits: [
      `${newProposal({ idempotency_key: 'x' })}; ${newProposal({ idempotency_key: 'x' })}`,
    ],
    approvals_open_request: [
      `${newProposal({ request_id: verificationId })}; ${newProposal({ request_id: verificationId })}`,
    ],
  };
}
