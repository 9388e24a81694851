import { CsvError, parse } from 'csv-parse/sync';
import { refuseFile, type Table, tooManyRows } from './table.js';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** A row with more is no row of ours. */
const LONGEST_RECORD = 64 * 1024;

/** Reads CSV (RFC 4180) and its dialects: comma, semicolon, tab or bar, any end of line, quotes, empty lines. */
export function parseCsv(text: string, mostRows: number): Table {
  const { delimiter, body } = findDelimiter(text);
  let records: string[][];
  try {
    records = parse(body, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: LONGEST_RECORD,
      to: mostRows + 2,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return refuseFile(
      `The file is no CSV that can be read: see line ${String(error.lines ?? 1)}, where a quote is probably missing or too many.`,
    );
  }
  const [header, ...rows] = records;
  if (header === undefined || rows.length === 0) return refuseFile('The file has no rows under its header.');
  return rows.length > mostRows ? tooManyRows(mostRows) : { kind: 'columns', header, rows };
}

/** Spreadsheets may say it in a first line of its own; else it is what the header has most of. */
function findDelimiter(text: string): { delimiter: string; body: string } {
  const said = /^sep=([,;\t|])\r?\n/.exec(text);
  if (said !== null) return { delimiter: said[1] ?? ',', body: text.slice(said[0].length) };
  const header = /[^\r\n]+/.exec(text)?.[0].replace(/"[^"]*"/g, '') ?? '';
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return { delimiter: DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',', body: text };
}
