import type { RequestHandler } from 'express';
import { ofClient } from '../../shared/db/scope.js';
import { ROW_STATES } from '../../shared/domain/batch.js';
import { HIGHEST_ID } from '../../shared/domain/ids.js';
import type { WireBatch } from '../../shared/wire/batch.js';
import { recordAccess } from '../access-log/record-access.js';
import type { ApiDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { clientIdOf } from '../http/context.js';
import { type CsvForm, prefersCsv } from '../http/csv.js';
import { ROWS_AT_A_TIME, sendCsvFile } from '../http/csv-file.js';
import { type ListDeps, listSender } from '../http/list.js';
import { csvWithMode } from '../http/mode.js';
import { readListQuery, readPageQuery } from '../http/page.js';
import { oneOf } from '../http/query.js';
import { whileAllowed } from '../http/while-allowed.js';
import { countRows, loadBatch, loadBatches, loadRows, type RowRecord } from './load-batch.js';
import { presentBatch, presentProgress, presentRow, RESULTS_CSV, ROWS_CSV } from './present-batch.js';
import { requestedBatch } from './requested-batch.js';

/** The list as a file. */
export const BATCHES_CSV: CsvForm<WireBatch> = {
  name: 'batches',
  columns: {
    batch_id: ({ batch_id }) => batch_id,
    status: ({ status }) => status,
    reason: ({ reason }) => reason,
    file_name: ({ file_name }) => file_name,
    rows: ({ rows }) => rows,
    valid_rows: ({ valid_rows }) => valid_rows,
    faulty_rows: ({ faulty_rows }) => faulty_rows,
    duplicate_rows: ({ duplicate_rows }) => duplicate_rows,
    credits: ({ credits }) => credits,
    submitted_by: ({ submitted_by }) => submitted_by,
    created_at: ({ created_at }) => created_at,
    started_at: ({ started_at }) => started_at,
    ended_at: ({ ended_at }) => ended_at,
    submitted_by_name: ({ submitted_by_name }) => submitted_by_name,
  },
};

/** GET /api/v1/batches: the client's batches, newest first. */
export function listBatches(deps: ListDeps): RequestHandler {
  const sendList = listSender(deps);
  return async (req, res) => {
    const clientId = clientIdOf(res);
    const scope = { list: 'batches', clientId };
    const page = readPageQuery(req.query, deps.config.indexKey, scope);
    await sendList(req, res, page, {
      whose: ofClient(clientId),
      scope,
      load: (sql, { limit, after }) =>
        loadBatches(sql, clientId, { below: after ?? HIGHEST_ID, limit: limit + 1 }),
      positionOf: ({ id }) => id,
      present: presentBatch,
      csv: BATCHES_CSV,
    });
  };
}

/** GET /api/v1/batches/{id}: one batch with its progress. */
export function getBatch({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (req, res) => {
    const key = requestedBatch(req, res);
    const sql = db.scoped(ofClient(key.clientId));
    const row = await loadBatch(sql, key);
    if (row === undefined) throw notFound();
    res.json(presentProgress(row, await countRows(sql, key.id)));
  };
}

/** GET …/rows: the rows in file order; only those in `state` if given. */
export function listRows(deps: ListDeps & Pick<ApiDeps, 'accessLog'>): RequestHandler {
  const sendList = listSender(deps);
  return async (req, res) => {
    const key = requestedBatch(req, res);
    const scope = { list: `batches/${key.id}/rows`, clientId: key.clientId };
    const { page, filters: state } = readListQuery(req.query, deps.config.indexKey, scope, (query) =>
      query.optional('state', oneOf(ROW_STATES)),
    );
    const whose = ofClient(key.clientId);
    if ((await loadBatch(deps.db.scoped(whose), key)) === undefined) throw notFound();
    if (prefersCsv(req)) await recordAccess(deps, req, res, { clientId: key.clientId, act: 'csv' });
    await sendList(req, res, page, {
      whose,
      scope,
      load: (sql, { limit, after }) =>
        loadRows(sql, key.id, { after: Number(after ?? 0), limit: limit + 1, state }),
      positionOf: ({ row_no }) => String(row_no),
      present: presentRow,
      csv: ROWS_CSV,
    });
  };
}

/** GET …/results: the results of all rows so far, as one file. */
export function downloadResults(deps: Pick<ApiDeps, 'db' | 'csvTurns' | 'accessLog'>): RequestHandler {
  const { db, csvTurns } = deps;
  return async (req, res) => {
    const key = requestedBatch(req, res);
    const sql = db.scoped(ofClient(key.clientId));
    if ((await loadBatch(sql, key)) === undefined) throw notFound();
    await recordAccess(deps, req, res, { clientId: key.clientId, act: 'csv' });
    await csvTurns.run(key.clientId, () =>
      sendCsvFile(
        res,
        csvWithMode(res, RESULTS_CSV),
        whileAllowed(
          res,
          allRows((after) => loadRows(sql, key.id, { after, limit: ROWS_AT_A_TIME, state: undefined })),
        ),
      ),
    );
  };
}

async function* allRows(load: (after: number) => Promise<RowRecord[]>): AsyncGenerator<RowRecord[]> {
  let after = 0;
  for (;;) {
    const rows = await load(after);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_A_TIME) return;
    after = last.row_no;
  }
}
