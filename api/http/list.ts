import type { Request, Response } from 'express';
import type { Database, Sql } from '../../shared/db/database.js';
import { retriedReads } from '../../shared/db/retried-reads.js';
import type { Scope } from '../../shared/db/scope.js';
import type { ApiDeps } from '../deps.js';
import { identityOf } from './context.js';
import { announceCsv, type CsvForm, prefersCsv } from './csv.js';
import { ROWS_AT_A_TIME, sendCsvFile } from './csv-file.js';
import { type CursorScope, sealCursor } from './cursor.js';
import { csvWithMode } from './mode.js';
import { type PageRequest, sendPage, toPage } from './page.js';
import { whileAllowed } from './while-allowed.js';

/** A list that callers page through, in a fixed order. */
export interface List<Row, Item> {
  /** Whose rows it shows: the database allows no others to be read. */
  whose: Scope;
  scope: CursorScope;
  /** Reads one row more than the page holds. */
  load(sql: Sql, page: PageRequest): Promise<Row[]>;
  /** A row's position in the order; the next page starts after it. */
  positionOf(row: Row): string;
  /** Query parameters that the position includes too, and that must not appear in URLs. */
  carried?: readonly string[];
  /** Whether the caller gave a `limit`; by default taken from the query. */
  limited?: boolean;
  present(row: Row): Item;
  csv: CsvForm<Item>;
}

/** What a list needs to answer. */
export type ListDeps = Pick<ApiDeps, 'db' | 'config' | 'csvTurns'>;

export type SendList = <Row, Item>(
  req: Request,
  res: Response,
  page: PageRequest,
  list: List<Row, Item>,
) => Promise<void>;

/**
 * Creates the function that answers with a list: one page or, for a caller that prefers CSV and gives no `limit`, a
 * file of everything from the given position on.
 */
export function listSender({ db, config, csvTurns }: ListDeps): SendList {
  return async (req, res, page, list) => {
    const rows = db.scoped(list.whose);
    const csv = csvWithMode(res, list.csv);
    const limited = list.limited ?? req.query.limit !== undefined;
    if (!limited && prefersCsv(req)) {
      res.vary('Accept');
      if (req.method === 'HEAD') {
        // The length of a file is not known before it is sent (RFC 9110 8.6).
        announceCsv(res, csv);
        res.end();
        return;
      }
      const { clientId, actor } = identityOf(res);
      await csvTurns.run(clientId ?? actor, () =>
        sendCsvFile(res, csv, whileAllowed(res, batchesOf(rows, page.after, list))),
      );
      return;
    }
    const found = toPage(await list.load(rows, page), page.limit, list.present, (row) =>
      sealCursor(config.indexKey, list.scope, list.positionOf(row)),
    );
    sendPage(req, res, found, {
      csv,
      baseUrl: config.publicUrl ?? '',
      leaveOut: list.carried ?? [],
    });
  };
}

/**
 * Yields everything from a position on. Each batch is a separate query that starts after the last row of the previous
 * one: no transaction stays open while a caller reads, and rows added meanwhile shift nothing.
 */
async function* batchesOf<Row, Item>(
  db: Database,
  start: string | undefined,
  list: List<Row, Item>,
): AsyncGenerator<Item[]> {
  // A lost connection is no reason to abandon half a file.
  const sql = retriedReads(db);
  let after = start;
  for (;;) {
    const rows = await list.load(sql, { limit: ROWS_AT_A_TIME, after });
    const batch = rows.slice(0, ROWS_AT_A_TIME);
    yield batch.map(list.present);
    const last = batch.at(-1);
    if (last === undefined || rows.length === batch.length) return;
    after = list.positionOf(last);
  }
}
