import { decodeText } from '../../../shared/domain/decode-text.js';
import { findOtherFormat } from '../../../shared/domain/other-format.js';
import { parseCsv } from './parse-csv.js';
import { parseJsonLines } from './parse-json-lines.js';
import { refuseFile, type Table } from './table.js';

// The signature of every ZIP archive, and so of every XLSX file; and that of older spreadsheets.
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
const OLE = Buffer.from('d0cf11e0', 'hex');

/** Parses a file by its content, not its name. */
export async function parseFile(bytes: Buffer, maxRows: number): Promise<Table> {
  if (bytes.subarray(0, ZIP.length).equals(ZIP)) {
    // It is the larger part of the code, and most files do not need it.
    const { parseSpreadsheet } = await import('./parse-spreadsheet.js');
    return parseSpreadsheet(bytes, maxRows);
  }
  if (bytes.subarray(0, OLE.length).equals(OLE)) {
    return refuseFile(
      'The file is a spreadsheet in an old format or with a password. Save it as XLSX without a password, or as CSV.',
    );
  }
  const text = decodeText(bytes);
  const other = findOtherFormat(text);
  if (other !== undefined) return refuseFile(other);
  return /^\s*\{/.test(text) ? parseJsonLines(text, maxRows) : parseCsv(text, maxRows);
}
