import { newId } from '../../../../shared/domain/ids.js';
import { insert, type StandingRows, type Violations } from './statements.js';

/** Second rows where there must be only one: the log, and the identity of PDF reports. */
export function violationsOfLog({ clientId }: StandingRows): Violations {
  const state = (id: number) =>
    insert('log_state', {
      id,
      origin: 'example.test/log',
      secret: `('\\x00'::bytea)`,
      size: 0,
      note: 'none',
      sealed_at: '(now())',
    });
  const tile = insert('log_tiles', { level: 0, tile_no: 0, data: `('\\x00'::bytea)` });
  const span = insert('log_spans', {
    kind: 'consent',
    client_id: clientId,
    first_no: 1,
    length: 1,
    first_index: 0,
  });
  const cursor = insert('log_cursors', {
    client_id: clientId,
    wallet_no: 0,
    consent_no: 0,
    ledger_no: 0,
    ledger_hash: `('\\x00'::bytea)`,
    ledger_at: '(now())',
  });
  const identity = (id: string) => insert('pdf_identity', { id, pem_sealed: `('\\x00'::bytea)` });
  const only = '00000000-0000-0000-0000-000000000001';
  return {
    log_state_pkey: [`${state(1)}; ${state(1)}`],
    log_state_one_row: [state(2)],
    log_tiles_pkey: [`${tile}; ${tile}`],
    log_spans_pkey: [`${span}; ${span}`],
    log_cursors_pkey: [`${cursor}; ${cursor}`],
    pdf_identity_pkey: [`${identity(only)}; ${identity(only)}`],
    pdf_identity_one_row: [identity(newId())],
  };
}
