import { CsvError, parse } from 'csv-parse/sync';
import { findDelimiter, LINE_ENDINGS } from '../../../shared/domain/csv-dialect.js';
import { refuseFile, type Table, tooManyRows } from './table.js';

/** A longer record cannot be a valid row. */
const LONGEST_RECORD = 64 * 1024;

/** Parses CSV (RFC 4180) and its dialects: comma, semicolon, tab or bar, any line ending, quotes, empty lines. */
export function parseCsv(text: string, mostRows: number): Table {
  const { delimiter, body } = findDelimiter(text);
  let records: string[][];
  try {
    records = parse(body, {
      delimiter,
      record_delimiter: LINE_ENDINGS,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: LONGEST_RECORD,
      to: mostRows + 2,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return refuseFile(
      `The file cannot be read as CSV. See line ${String(error.lines ?? 1)}: there is probably a missing or an extra quote.`,
    );
  }
  const [header, ...rows] = records;
  if (header === undefined || rows.length === 0) return refuseFile('The file has no rows under its header.');
  return rows.length > mostRows ? tooManyRows(mostRows) : { kind: 'columns', header, rows };
}
