import type { RequestHandler } from 'express';
import type { Sql } from '../../shared/db/database.js';
import { ofClient } from '../../shared/db/scope.js';
import type { ApiDeps } from '../deps.js';
import { conflict, notFound } from '../errors/catalogue.js';
import { NoFields } from '../validation/no-fields.js';
import { validateRequest } from '../validation/validate-request.js';
import { type BatchRecord, countRows, loadBatch } from './load-batch.js';
import { presentProgress } from './present-batch.js';
import { requestedBatch } from './requested-batch.js';

/** Changes a batch that is locked, given the body of the request; throws what stands in the way. */
export type ChangeBatch<Body> = (
  sql: Sql,
  batch: BatchRecord,
  given: { body: Body; res: Parameters<RequestHandler>[1] },
) => Promise<void>;

/** Makes a route that changes one batch of the caller's client, and answers with it as it then is. */
export function batchAct<Body extends object>(
  { db: pool }: Pick<ApiDeps, 'db'>,
  Dto: new () => Body,
  change: ChangeBatch<Body>,
): RequestHandler {
  return async (req, res) => {
    const key = requestedBatch(req, res);
    const body = validateRequest(Dto, req);
    const db = pool.scoped(ofClient(key.clientId));
    await db.transaction(async (sql) => {
      const batch = await loadBatch(sql, key, { lock: true });
      if (batch === undefined) throw notFound();
      await change(sql, batch, { body, res });
    });
    const [row, counts] = await Promise.all([loadBatch(db, key), countRows(db, key.id)]);
    if (row === undefined) throw notFound();
    res.json(presentProgress(row, counts));
  };
}

/** Refuses what the state of the batch does not allow. */
export function demandStatus(batch: BatchRecord, allowed: readonly BatchRecord['status'][]): void {
  if (allowed.includes(batch.status)) return;
  throw conflict(`This batch is ${batch.status}; this is only possible when it is ${allowed.join(' or ')}.`);
}

/** POST …/pause: nothing more is submitted until somebody resumes it; what is on its way goes on. */
export function pauseBatch(deps: Pick<ApiDeps, 'db'>): RequestHandler {
  return batchAct(deps, NoFields, async (sql, batch) => {
    demandStatus(batch, ['running']);
    await sql.query(
      `UPDATE batches SET status = 'paused', reason = 'requested', changed_at = now(), leased_by = NULL,
         leased_until = NULL WHERE id = $1`,
      [batch.id],
    );
  });
}
