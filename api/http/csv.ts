import { stringify } from 'csv-stringify/sync';
import type { Request, Response } from 'express';
import { prefersToJson } from './prefers.js';

const CSV_TYPE = 'text/csv; charset=utf-8';

type CsvCell = string | number | null;

/** How a list looks as a CSV file: the name of the file, and its columns with the cell of each. */
export interface CsvForm<Item> {
  name: string;
  columns: Readonly<Record<string, (item: Item) => CsvCell>>;
}

/** The same file as test mode has it: every row says so (contract 12). */
export function ofTestMode<Item>({ name, columns }: CsvForm<Item>): CsvForm<Item> {
  return { name: `test-${name}`, columns: { ...columns, mode: () => 'test' } };
}

/** Whether the caller would rather have CSV than JSON. */
export function prefersCsv(req: Request): boolean {
  return prefersToJson(req, CSV_TYPE);
}

/** Says that the answer is a CSV file (RFC 4180). */
export function announceCsv(res: Response, { name }: { name: string }): void {
  res.attachment(`${name}.csv`).type(CSV_TYPE);
}

/** The first row of a file: the names of its columns. */
export function csvHeader({ columns }: { columns: Readonly<Record<string, unknown>> }): string {
  return csvText([Object.keys(columns)]);
}

/** A row for each item. */
export function csvRows<Item>({ columns }: CsvForm<Item>, items: readonly Item[]): string {
  const cells = Object.values(columns);
  return csvText(items.map((item) => cells.map((cell) => cell(item))));
}

/** A text that a spreadsheet would run as a formula gets an apostrophe in front; negative numbers stay numbers. */
function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(rows as unknown[][], {
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    escape_formulas: true,
  });
}
