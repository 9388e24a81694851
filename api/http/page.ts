import type { KeyObject } from 'node:crypto';
import type { Request, Response } from 'express';
import type { WirePage } from '../../shared/wire/page.js';
import { announceCsv, type CsvForm, csvHeader, csvRows, prefersCsv } from './csv.js';
import { type CursorScope, openCursor } from './cursor.js';
import { parsedBy, Query, wholeNumber } from './query.js';

// Contract 4.4.
const DEFAULT_LIMIT = 25;
export const MAX_LIMIT = 100;

/** Which page of a list is requested. */
export interface PageRequest {
  limit: number;
  /** Position of the previous page's last item; undefined for the first page. */
  after: string | undefined;
}

/** Reads `limit`. */
export function readLimit(query: Query): number {
  return query.optional('limit', wholeNumber(1, MAX_LIMIT)) ?? DEFAULT_LIMIT;
}

/** Reads `limit` and `cursor`. */
export function readPageRequest(query: Query, key: KeyObject, scope: CursorScope): PageRequest {
  const readCursor = parsedBy(
    (text) => openCursor(key, scope, text),
    'invalid_cursor',
    'Send the unchanged next_cursor of an earlier page of this list, or omit it for the first page.',
  );
  return {
    limit: readLimit(query),
    after: query.optional('cursor', readCursor),
  };
}

/** What the query of a list requests. */
export interface ListQuery<Filters> {
  page: PageRequest;
  filters: Filters;
}

/** Reads the whole query of a list: its page and its filters. Throws 422 with all faults. */
export function readListQuery<Filters>(
  parameters: Request['query'],
  key: KeyObject,
  scope: CursorScope,
  readFilters: (query: Query) => Filters,
): ListQuery<Filters> {
  const query = new Query(parameters);
  const page = readPageRequest(query, key, scope);
  const filters = readFilters(query);
  query.finish();
  return { page, filters };
}

/** Reads the query of a list without filters. Throws 422 with all faults. */
export function readPageQuery(parameters: Request['query'], key: KeyObject, scope: CursorScope): PageRequest {
  return readListQuery(parameters, key, scope, () => undefined).page;
}

/** Makes a page of at most `limit` rows; load one row more than that, to know whether there is another page. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  present: (row: Row) => Item,
  cursorAfter: (row: Row) => string,
): WirePage<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map(present),
    next_cursor: rows.length > limit && last !== undefined ? cursorAfter(last) : null,
  };
}

/**
 * Answers with a page, as JSON or, if the caller prefers it, as CSV; `Link: rel="next"` (RFC 8288) keeps all parameters
 * of the request except those in `leaveOut`. A request with a body gets no link. `baseUrl` is the public address of the
 * API, or empty.
 */
export function sendPage<Item>(
  req: Request,
  res: Response,
  page: WirePage<Item>,
  options: { csv: CsvForm<Item>; baseUrl: string; leaveOut: readonly string[] },
): void {
  res.vary('Accept');
  if (page.next_cursor !== null && req.method !== 'POST')
    res.links({ next: nextAddress(req, page.next_cursor, options) });
  if (!prefersCsv(req)) {
    res.json(page);
    return;
  }
  announceCsv(res, options.csv);
  res.send(csvHeader(options.csv) + csvRows(options.csv, page.data));
}

function nextAddress(
  req: Request,
  cursor: string,
  { baseUrl, leaveOut }: { baseUrl: string; leaveOut: readonly string[] },
): string {
  const given = Object.entries(req.query).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !leaveOut.includes(entry[0]),
  );
  const parameters = new URLSearchParams(given);
  parameters.set('cursor', cursor);
  return `${baseUrl.replace(/\/$/, '')}${req.baseUrl}${req.path}?${parameters}`;
}
