import type { RequestHandler } from 'express';
import { readBack } from '../../shared/db/after-commit.js';
import type { Sql } from '../../shared/db/database.js';
import { ofClient } from '../../shared/db/scope.js';
import type { ApiDeps } from '../deps.js';
import { alternatives } from '../errors/alternatives.js';
import { conflict, notFound } from '../errors/catalogue.js';
import { NoFields } from '../validation/no-fields.js';
import { validateRequest } from '../validation/validate-request.js';
import { type BatchRecord, countRows, loadBatch } from './load-batch.js';
import { presentProgress } from './present-batch.js';
import { requestedBatch } from './requested-batch.js';

/** Changes a locked batch, given the request's body; throws if something prevents it. */
export type ChangeBatch<Body> = (
  sql: Sql,
  batch: BatchRecord,
  given: { body: Body; res: Parameters<RequestHandler>[1] },
) => Promise<void>;

/** Creates a route that changes one batch of the caller's client and answers with its new state. */
export function batchAct<Body extends object>(
  { db: pool }: Pick<ApiDeps, 'db'>,
  Dto: new () => Body,
  change: ChangeBatch<Body>,
): RequestHandler {
  return async (req, res) => {
    const key = requestedBatch(req, res);
    const body = validateRequest(Dto, req);
    const db = pool.scoped(ofClient(key.clientId));
    /** What an earlier run of the transaction changed, if it got as far as its commit. */
    let changedFrom: BatchRecord['status'] | undefined;
    await db.transaction(async (sql) => {
      const batch = await loadBatch(sql, key, { lock: true });
      if (batch === undefined) throw notFound();
      // That commit stands, and only its answer was lost.
      if (changedFrom !== undefined && batch.status !== changedFrom) return;
      await change(sql, batch, { body, res });
      changedFrom = batch.status;
    });
    const [row, counts] = await readBack(db, (sql) =>
      Promise.all([loadBatch(sql, key), countRows(sql, key.id)]),
    );
    if (row === undefined) throw notFound();
    res.json(presentProgress(row, counts));
  };
}

/** Throws if the batch's state does not allow the action. */
export function requireStatus(batch: BatchRecord, allowed: readonly BatchRecord['status'][]): void {
  if (allowed.includes(batch.status)) return;
  const possible = alternatives(allowed.map(statusWords));
  throw conflict(
    `This batch is ${statusWords(batch.status)}. The action is only possible while it is ${possible}.`,
  );
}

const statusWords = (status: BatchRecord['status']): string => (status === 'draft' ? 'a draft' : status);

/** POST …/pause: submits nothing more until someone resumes it; what is in progress continues. */
export function pauseBatch(deps: Pick<ApiDeps, 'db'>): RequestHandler {
  return batchAct(deps, NoFields, async (sql, batch) => {
    requireStatus(batch, ['running']);
    await sql.query(
      `UPDATE batches SET status = 'paused', reason = 'requested', changed_at = now(), leased_by = NULL,
         leased_until = NULL WHERE id = $1`,
      [batch.id],
    );
  });
}
