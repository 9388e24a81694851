import { newId } from '../../../../shared/domain/ids.js';
import { copy, insert, type Violations } from './statements.js';

const RESTORE = { id: newId(), reaches_to: '2026-09-01T08:00:00Z', held_back: 0 };

/** Invalid states of the database's histories. */
export function violationsOfHistories(): Violations {
  const history = { system_identifier: 1, timeline: 1, database_oid: 1, table_oid: 1, adopted_by: 'x' };
  const lost = `INSERT INTO lost_requests (id, history_id, acknowledged_at)
    SELECT '${newId()}', id, now() FROM database_histories`;
  const restore = insert('verified_restores', RESTORE);
  return {
    lost_requests_pkey: [`${lost}; ${lost}`],
    verified_restores_pkey: [`${restore}; ${restore}`],
    verified_restores_held_back: [insert('verified_restores', { ...RESTORE, held_back: -1 })],
    database_histories_pkey: [copy('database_histories', 'true', { adopted_at: 'now()' })],
    database_histories_adopted_at: [copy('database_histories', 'true', { id: `'${newId()}'::text` })],
    database_histories_adopted_how: [insert('database_histories', { ...history, adopted_how: 'guess' })],
  };
}
