import { stringify } from 'csv-stringify/sync';
import type { Request, Response } from 'express';

export type CsvCell = string | number | null;

/** Whether the caller would rather have CSV than JSON. */
export function prefersCsv(req: Request): boolean {
  return req.accepts(['json', 'csv']) === 'csv';
}

/**
 * Answers with a CSV file (RFC 4180) of a header row and the given rows, whose cells are in the order of the columns.
 * A text that a spreadsheet would run as a formula gets an apostrophe in front; negative numbers stay numbers.
 */
export function sendCsv(
  res: Response,
  name: string,
  columns: readonly string[],
  rows: readonly (readonly CsvCell[])[],
): void {
  const text = stringify([columns, ...rows] as unknown[][], {
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    escape_formulas: true,
  });
  res.attachment(`${name}.csv`).type('text/csv; charset=utf-8').send(text);
}
