import { zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { firstVisibleSheet, RELATIONS, WORKBOOK } from '../../../shared/domain/visible-sheet.js';
import { addCellReferences } from './cell-references.js';
import { isComputedError, keepFormulaErrors } from './formula-errors.js';
import { findMergedCells, isMerged, type MergedCells, markMergedCells } from './merged-cells.js';
import { plainMarkup } from './plain-markup.js';
import { type Cell, refuseFile, type Table, tooManyRows } from './table.js';
import { unpackArchive } from './unpack-archive.js';

const DAMAGED = 'The spreadsheet cannot be read. Save it again as XLSX or CSV.';

/** Reads the first sheet of an XLSX file that is not hidden. */
export async function parseSpreadsheet(bytes: Buffer, maxRows: number): Promise<Table> {
  const archive = await archiveAnew(bytes);
  if ('flaw' in archive) return refuseFile(archive.flaw);
  let sheet: unknown[][];
  try {
    sheet = await readSheet(archive.bytes, archive.sheet, { parseNumber: digitsOf });
  } catch {
    return refuseFile(DAMAGED);
  }
  const cells = sheet.map((row) => row.map(cellOf));
  if (!markMergedCells(cells, archive.merged))
    return refuseFile('The first sheet merges more cells than a batch has. Unmerge them, and save it again.');
  const [header, ...rows] = withoutFilling(cells).filter((row) =>
    row.some((cell) => cell !== '' && !isMerged(cell)),
  );
  if (header === undefined || rows.length === 0)
    return refuseFile('The first sheet has no rows under its header.');
  if (rows.length > maxRows) return tooManyRows(maxRows);
  return { kind: 'columns', header: header.map((cell) => (typeof cell === 'string' ? cell : '')), rows };
}

/** Without the rows at the end that have but errors: formulas are often filled down past the last row. */
function withoutFilling(rows: Cell[][]): Cell[][] {
  const isContent = (cell: Cell) =>
    cell !== '' && !isMerged(cell) && !(typeof cell === 'string' && isComputedError(cell));
  return rows.slice(0, rows.findLastIndex((row) => row.some(isContent)) + 1);
}

interface Archive {
  bytes: ArrayBuffer;
  sheet: number;
  merged: MergedCells[];
}

/**
 * Makes a new, uncompressed archive of the files unpacked here: the library goes by what stands before each file and
 * not by the directory, reserves what that announces and stores what it unpacks, so in the uploaded archive it could
 * find other files, of any size. Says which sheet is to be read, and what is merged there.
 */
async function archiveAnew(bytes: Buffer): Promise<{ flaw: string } | Archive> {
  const unpacked = await unpackArchive(bytes);
  if ('flaw' in unpacked) return unpacked;
  const files = Object.fromEntries(unpacked.files.map(({ name, content }) => [name, withoutTraps(content)]));
  const { number, path } = firstVisibleSheet(
    files[WORKBOOK]?.toString() ?? '',
    files[RELATIONS]?.toString() ?? '',
  );
  if (!Object.hasOwn(files, path)) return { flaw: DAMAGED };
  const sheet = files[path]?.toString() ?? '';
  files[path] = Buffer.from(keepFormulaErrors(addCellReferences(sheet)));
  return { bytes: zipSync(files, { level: 0 }).buffer, sheet: number, merged: findMergedCells(sheet) };
}

/** A file of the archive without the markup that the library misreads. */
function withoutTraps(content: Buffer): Buffer {
  // Shared texts may take much memory, and seldom have any.
  return content.includes('<!') ? Buffer.from(plainMarkup(content.toString())) : content;
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
