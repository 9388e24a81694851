import { readSheet } from 'read-excel-file/node';
import { findZipFlaw } from './find-zip-flaw.js';
import { type Cell, refuseFile, type Table, tooManyRows } from './table.js';

/** Reads the first sheet of an XLSX file whose unpacked size has been checked. */
export async function parseSpreadsheet(bytes: Buffer, mostRows: number): Promise<Table> {
  const flaw = await findZipFlaw(bytes);
  if (flaw !== undefined) return refuseFile(flaw);
  let sheet: unknown[][];
  try {
    sheet = await readSheet(bytes, 1, { parseNumber: digitsOf });
  } catch {
    return refuseFile('The spreadsheet cannot be read. Save it again as XLSX or CSV.');
  }
  const [header, ...rows] = sheet
    .map((row) => row.map(cellOf))
    .filter((row) => row.some((cell) => cell !== ''));
  if (header === undefined || rows.length === 0) return refuseFile('The sheet has no rows under its header.');
  if (rows.length > mostRows) return tooManyRows(mostRows);
  return { kind: 'columns', header: header.map((cell) => (typeof cell === 'string' ? cell : '')), rows };
}

/**
 * Returns a whole number with all its digits, however the file writes it: identity numbers may be stored as numbers.
 */
function digitsOf(text: string): string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? String(number) : text;
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return { date: true };
  return String(value).trim();
}
