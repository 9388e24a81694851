import { COLUMNS, type Column, columnCalled } from '../../../shared/domain/batch-columns.js';
import { echoHeading } from '../../../shared/domain/echo-name.js';
import type { FieldFault } from '../../../shared/domain/faults.js';
import type { Cell, Table } from './table.js';

/** Most names of columns in an answer. */
const MAX_NAMES = 50;

/** The columns of a file that mean something, with their cells. */
export interface KnownColumns {
  kind: 'columns';
  meanings: Column[];
  /** The cells of these columns, row by row. */
  rows: Cell[][];
  /** Places in `rows` of those with something to the right of the last column. */
  overfull: number[];
  /** Names of unknown columns, made safe to show in an answer. */
  ignored: string[];
  faults: FieldFault[];
}

/**
 * Matches the columns of a file by name, or by the caller's mapping: `given` maps a name in the file to a column, or to
 * '' for none. A duplicate column, a missing subject and a mapping of a column that the file lacks are faults. Unknown
 * columns, of which there may be thousands, are left out.
 */
export function takeKnownColumns(
  { header, rows }: Extract<Table, { kind: 'columns' }>,
  given: ReadonlyMap<string, string>,
): KnownColumns {
  const all = header.map((name) => meaningOf(name, given));
  const known = all.flatMap((meaning, index) => (meaning === undefined ? [] : [{ meaning, index }]));
  const meanings = known.map(({ meaning }) => meaning);
  // A first row without a single known name is probably no header, but somebody's data.
  const names = known.length === 0 ? [] : header;
  const ignored = names.filter((name, index) => all[index] === undefined && name.trim() !== '');
  return {
    kind: 'columns',
    meanings,
    rows: rows.map((row) => known.map(({ index }) => row[index] ?? '')),
    overfull: rows.flatMap((row, place) => (row.slice(header.length).some(isFilled) ? [place] : [])),
    ignored: ignored.slice(0, MAX_NAMES).map(echoHeading),
    faults: [...findFaults(meanings), ...findMissing(given, header)],
  };
}

function isFilled(cell: Cell): boolean {
  return typeof cell !== 'string' || cell.trim() !== '';
}

function findFaults(meanings: readonly Column[]): FieldFault[] {
  const faults: FieldFault[] = [];
  for (const column of COLUMNS) {
    if (meanings.filter((meaning) => meaning === column).length > 1) {
      faults.push({
        field: column,
        code: 'repeated',
        message: 'Two columns of the file match this one. Rename one of them, or choose one in columns.',
      });
    }
  }
  if (!meanings.includes('subject')) {
    faults.push({
      field: 'subject',
      code: 'missing_column',
      message:
        'The file has no column named subject. The first row must contain the column names (of a spreadsheet, the first row of its first sheet): use the template, or map the column in columns.',
    });
  }
  return faults;
}

/** A name mistyped in the mapping would otherwise leave its column out of every row. */
function findMissing(given: ReadonlyMap<string, string>, header: readonly string[]): FieldFault[] {
  const names = new Set(header.map((name) => name.trim()));
  const missing = [...given].filter(([name, column]) => column !== '' && !names.has(name));
  return missing.slice(0, MAX_NAMES).map(([name, column]) => ({
    field: `columns.${echoHeading(name)}`,
    code: 'missing_column',
    message: `The file has no column named "${echoHeading(name)}", which columns maps to ${column}. Send the name as it is in the file, or leave it out.`,
  }));
}

function meaningOf(name: string, given: ReadonlyMap<string, string>): Column | undefined {
  const said = given.get(name.trim());
  if (said !== undefined) return COLUMNS.find((column) => column === said);
  return columnCalled(name);
}
