import type { RequestHandler } from 'express';
import { cancelRows } from '../../shared/batches/cancel-rows.js';
import type { ApiDeps } from '../deps.js';
import { NoFields } from '../validation/no-fields.js';
import { batchAct, requireStatus } from './change-batch.js';

/** POST …/cancel: submits nothing more and destroys the content of waiting rows. What is in progress continues. */
export function cancelBatch(deps: Pick<ApiDeps, 'db'>): RequestHandler {
  return batchAct(deps, NoFields, async (sql, batch) => {
    requireStatus(batch, ['draft', 'running', 'paused']);
    await sql.query(
      `UPDATE batches SET status = 'cancelled', reason = 'requested', data_key = NULL, changed_at = now(),
         ended_at = now(), leased_by = NULL, leased_until = NULL WHERE id = $1`,
      [batch.id],
    );
    await cancelRows(sql, [batch.id]);
  });
}
