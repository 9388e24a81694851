import { COLUMNS, type Column, columnCalled } from '../../shared/domain/batch-columns.js';
import { echoName } from '../../shared/domain/echo-name.js';
import type { FieldFault } from '../../shared/domain/faults.js';

/** Which column of a file is what. */
export interface MatchedColumns {
  /** For each column of the file, what it is; undefined for one that is ignored. */
  meanings: (Column | undefined)[];
  /** Names of columns that mean nothing here, as an answer may show them. */
  ignored: string[];
  faults: FieldFault[];
}

/**
 * Tells the columns of a file by their names, or by what the caller says they are: `given` maps a name of the file to a
 * column, or to '' for none. A column that would be there twice, or no subject, is a fault.
 */
export function matchColumns(header: readonly string[], given: ReadonlyMap<string, string>): MatchedColumns {
  const meanings = header.map((name) => meaningOf(name, given));
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
        'The file has no column named subject. The first row must contain the column names: use the template, or map the column in columns.',
    });
  }
  const ignored = header.filter((name, index) => meanings[index] === undefined && name.trim() !== '');
  return { meanings, ignored: ignored.slice(0, 50).map(echoName), faults };
}

function meaningOf(name: string, given: ReadonlyMap<string, string>): Column | undefined {
  const said = given.get(name.trim());
  if (said !== undefined) return COLUMNS.find((column) => column === said);
  return columnCalled(name);
}
