import { toPublicId } from '../../shared/domain/ids.js';
import type { Command } from './command.js';
import { withDatabase } from './with-database.js';

export const lostRequests: Command = {
  usage: '',
  summary: 'lists acknowledged requests that were lost because the database was restored to an earlier state',
  flags: {},
  run: async () => {
    const rows = await withDatabase((db) =>
      db.query<{ id: string; acknowledged_at: Date; adopted_at: Date }>(
        `SELECT r.id, r.acknowledged_at, h.adopted_at
         FROM lost_requests r JOIN database_histories h ON h.id = r.history_id ORDER BY r.acknowledged_at, r.id`,
      ),
    );
    for (const row of rows) {
      const hour = row.acknowledged_at.toISOString().slice(0, 13);
      console.log(
        `${toPublicId('verification', row.id)}  acknowledged in the hour ${hour}Z  missed since ${row.adopted_at.toISOString()}`,
      );
    }
    console.log(`${rows.length} acknowledged requests are lost.`);
    return 0;
  },
};
