import { FILE_TOO_LARGE, MAX_FILE_BYTES } from '../../../../shared/domain/batch.js';
import { columnCalled } from '../../../../shared/domain/batch-columns.js';
import { findDelimiter, LINE_ENDINGS } from '../../../../shared/domain/csv-dialect.js';
import { decodeText } from '../../../../shared/domain/decode-text.js';
import { findOtherFormat } from '../../../../shared/domain/other-format.js';
import { firstVisibleSheet, RELATIONS, WORKBOOK } from '../../../../shared/domain/visible-sheet.js';

/** The first lines of a file, read in the browser before anything is sent. */
export interface FilePreview {
  header: string[];
  rows: string[][];
}

/** What this browser knows of a file: its columns, or why it cannot be sent; neither if the service has to judge. */
export interface ReadFile {
  preview?: FilePreview;
  fault?: string;
}

const SHOWN_ROWS = 3;
const SPREADSHEET_NAME = /\.xlsx$/i;
const NO_SPREADSHEET =
  'This is not an XLSX file, although its name ends like one: it may be damaged, have a password, or be in another format. Open it in your spreadsheet program and save it as XLSX without a password, or as CSV.';
const NOT_READABLE =
  'Your browser cannot read this file. It may be a folder, or have been moved, changed or deleted: choose it again.';
const OBJECT = /^\s*\{/;
/** No text has such characters: the file is of another program, such as an older spreadsheet. */
const BINARY = /\p{Cc}(?<![\t-\r\u0080-\u009f])/u;

/**
 * Reads the beginning of a file. What calls itself a spreadsheet and is none is refused here, unless it is text with
 * a column of subjects: read as text, its columns would mean nothing, and nobody could say which of them is the
 * subject.
 */
export async function readFile(file: File): Promise<ReadFile> {
  if (file.size > MAX_FILE_BYTES) return { fault: FILE_TOO_LARGE };
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  );
  if (bytes === undefined) return { fault: NOT_READABLE };
  const preview = await readPreview(bytes);
  const misnamed = SPREADSHEET_NAME.test(file.name) && !isArchive(bytes);
  if (misnamed && !preview?.header.some((name) => columnCalled(name) === 'subject')) {
    return { fault: NO_SPREADSHEET };
  }
  const fault = isArchive(bytes) ? undefined : findOtherFormat(decodeText(bytes));
  if (fault !== undefined) return { fault };
  return preview === undefined ? {} : { preview };
}

/**
 * The beginning of a file with columns. Undefined if there are none to choose from: JSON Lines name their own
 * members, and the service judges what cannot be read here.
 */
async function readPreview(bytes: Uint8Array<ArrayBuffer>): Promise<FilePreview | undefined> {
  try {
    const table = isArchive(bytes) ? await readSpreadsheet(bytes) : await readCsv(decodeText(bytes));
    const [header, ...rows] = table;
    return header === undefined ? undefined : { header, rows };
  } catch {
    return undefined;
  }
}

/** XLSX files are ZIP archives, which begin with the initials of the format's inventor. */
function isArchive([first, second]: Uint8Array): boolean {
  return first === 0x50 && second === 0x4b;
}

// The parsers are loaded only when there is something to read.
async function readSpreadsheet(bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  const [{ readSheet }, { strFromU8, unzipSync }] = await Promise.all([
    import('read-excel-file/universal'),
    import('fflate'),
  ]);
  const files = unzipSync(bytes, { filter: ({ name }) => name === WORKBOOK || name === RELATIONS });
  const [workbook = '', relations = ''] = [WORKBOOK, RELATIONS].map((name) =>
    strFromU8(files[name] ?? new Uint8Array()),
  );
  const sheet = await readSheet(bytes.buffer, firstVisibleSheet(workbook, relations).number, {
    parseNumber: (text) => text,
  });
  // Empty rows do not count: those above the column names may be as many as are shown.
  const filled = sheet.filter((row) => row.some((cell) => cellText(cell) !== ''));
  return filled.slice(0, SHOWN_ROWS + 1).map((row) => row.map(cellText));
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return cell === null || cell === undefined ? '' : String(cell).trim();
}

async function readCsv(text: string): Promise<string[][]> {
  if (OBJECT.test(text) || BINARY.test(text)) return [];
  const { parse } = await import('csv-parse/browser/esm/sync');
  const { delimiter, body } = findDelimiter(text);
  const options = {
    delimiter,
    record_delimiter: LINE_ENDINGS,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    to: SHOWN_ROWS + 1,
  };
  return parse(body, options).map((row) => row.map((cell) => cell.trim()));
}
