import { CsvError, parse } from 'csv-parse/sync';
import { findDelimiter, LINE_ENDINGS } from '../../../shared/domain/csv-dialect.js';
import { refuseFile, type Table, tooManyRows } from './table.js';

/** A longer record, in KiB of UTF-8, cannot be a valid row. */
const MAX_RECORD_KIB = 64;

/** Parses CSV (RFC 4180) and its dialects: comma, semicolon, tab or bar, any line ending, quotes, empty lines. */
export function parseCsv(text: string, maxRows: number): Table {
  const { delimiter, body } = findDelimiter(text);
  const most = maxRows + 2;
  let records = readRecords(body, delimiter, most);
  // Only then: in a file that can be read as it is, the same characters may be texts.
  if (records instanceof CsvError) {
    const again = readRecords(body.replace(KEPT_TEXTS, '$1"$2"'), delimiter, most);
    if (!(again instanceof CsvError)) records = again;
  }
  if (records instanceof CsvError) {
    return refuseFile(
      `The file cannot be read as CSV. See line ${String(records.lines ?? 1)}: ${whatIsWrong(records)}.`,
    );
  }
  const [header, ...rows] = records;
  if (header === undefined || rows.length === 0) return refuseFile('The file has no rows under its header.');
  if (rows.length > maxRows) return tooManyRows(maxRows);
  return { kind: 'columns', header, rows: rows.map((row) => row.map(keptText)) };
}

/** Where a quote is missing, the row goes on until it is too long, many lines later. */
function whatIsWrong({ code }: CsvError): string {
  return code === 'CSV_MAX_RECORD_SIZE'
    ? `the row there is longer than ${MAX_RECORD_KIB} KiB in UTF-8. Shorten it, or add the quote that is missing in it or above`
    : 'there is probably a missing or an extra quote';
}

/** Cells such as `="0001010000071"`, which other programs export so that a spreadsheet keeps the zeros. */
const KEPT_TEXTS = /(^|[,;\t|\r\n])="([^"\r\n]*)"(?=[,;\t|\r\n]|$)/g;

/** The text of such a cell whose quotes were doubled, as CSV demands. */
function keptText(cell: string): string {
  return /^="([^"]*)"$/.exec(cell)?.[1] ?? cell;
}

function readRecords(body: string, delimiter: string, most: number): string[][] | CsvError {
  try {
    return parse(body, {
      delimiter,
      record_delimiter: LINE_ENDINGS,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: MAX_RECORD_KIB * 1024,
      to: most,
    });
  } catch (error) {
    if (error instanceof CsvError) return error;
    throw error;
  }
}
