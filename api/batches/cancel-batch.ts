import type { RequestHandler } from 'express';
import { cancelRows } from '../../shared/batches/cancel-batch.js';
import type { ApiDeps } from '../deps.js';
import { NoFields } from '../validation/no-fields.js';
import { batchAct, demandStatus } from './change-batch.js';

/** POST …/cancel: nothing more is submitted, and what its waiting rows ask is destroyed. What is on its way goes on. */
export function cancelBatch(deps: Pick<ApiDeps, 'db'>): RequestHandler {
  return batchAct(deps, NoFields, async (sql, batch) => {
    demandStatus(batch, ['draft', 'running', 'paused']);
    await sql.query(
      `UPDATE batches SET status = 'cancelled', reason = 'requested', data_key = NULL, changed_at = now(),
         ended_at = now(), leased_by = NULL, leased_until = NULL WHERE id = $1`,
      [batch.id],
    );
    await cancelRows(sql, [batch.id]);
  });
}
