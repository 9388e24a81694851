import { stringify } from 'csv-stringify/sync';
import type { Request, Response } from 'express';
import { prefersToJson } from './content-negotiation.js';

const CSV_TYPE = 'text/csv; charset=utf-8';

type CsvCell = string | number | null;

/** A list as a CSV file: its file name, and its columns with the cell of each. */
export interface CsvForm<Item> {
  name: string;
  columns: Readonly<Record<string, (item: Item) => CsvCell>>;
}

/** Returns a CSV file as it is in test mode: its name and every row say so (contract 12). */
export function ofTestMode<Item>({ name, columns }: CsvForm<Item>): CsvForm<Item> {
  return { name: `test-${name}`, columns: { ...columns, mode: () => 'test' } };
}

/** Whether the caller prefers CSV to JSON. */
export function prefersCsv(req: Request): boolean {
  return prefersToJson(req, CSV_TYPE);
}

/** Sets the headers of a CSV answer (RFC 4180). */
export function announceCsv(res: Response, { name }: { name: string }): void {
  res.attachment(`${name}.csv`).type(CSV_TYPE);
}

/** The header row: the names of the columns. */
export function csvHeader({ columns }: { columns: Readonly<Record<string, unknown>> }): string {
  return csvText([Object.keys(columns)]);
}

/** One row per item. */
export function csvRows<Item>({ columns }: CsvForm<Item>, items: readonly Item[]): string {
  const cells = Object.values(columns);
  return csvText(items.map((item) => cells.map((cell) => cell(item))));
}

/**
 * Where a list separator of `;` begins a cell that a spreadsheet would run as a formula: with such regional settings,
 * as in South Africa, it splits a row there and not at our commas, whatever is quoted.
 */
const FORMULA_WITHIN = /;(?=[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** Prefixes any text a spreadsheet would run as a formula with an apostrophe; negative numbers stay numbers. */
function csvText(rows: readonly (readonly CsvCell[])[]): string {
  const safe = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? cell.replace(FORMULA_WITHIN, ";'") : cell)),
  );
  return stringify(safe, {
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    escape_formulas: true,
  });
}
