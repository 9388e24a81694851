import { newId } from '../../../../shared/domain/ids.js';
import { insert, type StandingRows, set, type Violations } from './statements.js';

/** Invalid states of wallets and of the lines that explain them. */
export function violationsOfLedger({ clientId, settledId }: StandingRows): Violations {
  const wallet = `UPDATE wallets SET %s WHERE client_id = '${clientId}'`;
  const newEntry = (row: Record<string, string | number | null>) =>
    insert('wallet_entries', {
      client_id: clientId,
      entry_no: 1_000,
      id: newId(),
      kind: 'top_up',
      amount: 1,
      balance_delta: 1,
      reserved_delta: 0,
      balance_after: 1,
      reserved_after: 0,
      ...row,
    });
  const verificationEntry = (kind: string, reservedDelta: number, row: Record<string, string | number>) =>
    newEntry({ kind, balance_delta: 0, reserved_delta: reservedDelta, verification_id: settledId, ...row });

  const ofDay = { day: '2026-09-01', service_code: 'said_verification' };
  const counts = { submitted: 1, completed: 0, credits: 0, reviewed: 0 };
  const outcomes = { positive: 0, negative: 0, no_record: 0, mixed: 0, rejected: 0, closed: 0 };
  const timed = { ...ofDay, took_class: 1, completed: 1 };
  const figures = insert('daily_figures', { client_id: clientId, ...ofDay, ...counts, ...outcomes });
  const figureTotal = insert('figure_totals', { ...ofDay, ...counts, ...outcomes });
  const turnaround = insert('daily_turnarounds', { client_id: clientId, ...timed });
  const turnaroundTotal = insert('turnaround_totals', timed);
  const runningTotal = insert('running_totals', { client_id: clientId, day: ofDay.day, ...counts });
  const position = insert('figure_positions', { client_id: clientId });

  return {
    daily_figures_pkey: [`${figures}; ${figures}`],
    daily_turnarounds_pkey: [`${turnaround}; ${turnaround}`],
    figure_totals_pkey: [`${figureTotal}; ${figureTotal}`],
    turnaround_totals_pkey: [`${turnaroundTotal}; ${turnaroundTotal}`],
    running_totals_pkey: [`${runningTotal}; ${runningTotal}`],
    figure_positions_pkey: [`${position}; ${position}`],

    wallets_pkey: [insert('wallets', { client_id: clientId })],
    wallets_reserved_within_balance: [
      set(wallet, 'reserved = balance + 1'),
      set(wallet, 'reserved = -1'),
      set(wallet, 'balance = -1, reserved = -1'),
      set(wallet, 'balance = 0'),
    ],

    ledger_checks_pkey: [insert('ledger_checks', { id: 1 })],
    ledger_checks_one_row: [insert('ledger_checks', { id: 2 })],

    ledger_checkpoints_pkey: [
      `${insert('ledger_checkpoints', { client_id: clientId, entry_no: 0, balance: 0, reserved: 0, reread_at: '(now())' })}; ${insert('ledger_checkpoints', { client_id: clientId, entry_no: 0, balance: 0, reserved: 0, reread_at: '(now())' })}`,
    ],

    wallet_entries_pkey: [newEntry({ entry_no: 1 })],
    wallet_entries_deltas_follow_kind: [
      newEntry({ amount: 0, balance_delta: 0 }),
      newEntry({ amount: -1, balance_delta: -1 }),
      newEntry({ balance_delta: 2 }),
      newEntry({ reserved_delta: 1 }),
      newEntry({ kind: 'adjustment', amount: 0, balance_delta: 0 }),
      newEntry({ kind: 'gift' }),
      verificationEntry('reserve', -1, {}),
      verificationEntry('charge', -1, {}),
      verificationEntry('charge', -1, { balance_delta: -1, amount: 2 }),
      verificationEntry('release', 1, {}),
      verificationEntry('release', -1, { balance_delta: 1 }),
    ],
    wallet_entries_verification_follows_kind: [
      newEntry({ verification_id: settledId }),
      newEntry({ kind: 'reserve', balance_delta: 0, reserved_delta: 1, reserved_after: 1 }),
    ],
    wallet_entries_reserved_within_balance: [
      newEntry({ reserved_after: 2 }),
      newEntry({ reserved_after: -1 }),
      newEntry({ balance_after: -1, reserved_after: -1 }),
    ],
    wallet_entries_reserved_once: [verificationEntry('reserve', 1, { reserved_after: 1 })],
    wallet_entries_ended_once: [
      verificationEntry('charge', -1, { balance_delta: -1 }),
      verificationEntry('release', -1, {}),
    ],
    wallet_entries_idempotency_key: [
      `${newEntry({ idempotency_key: 'k' })}; ${newEntry({ idempotency_key: 'k', entry_no: 1_001 })}`,
    ],
    wallet_entries_key_bytes: [
      `DROP INDEX wallet_entries_idempotency_key;
       ${newEntry({ idempotency_key: 'k' })}; ${newEntry({ idempotency_key: 'k', entry_no: 1_001 })}`,
    ],
  };
}
