import { COLUMNS, type Column, columnCalled } from '../../shared/domain/batch-columns.js';
import { echoName } from '../../shared/domain/echo-name.js';
import type { FieldFault } from '../../shared/domain/faults.js';

/** The meaning of each column of a file. */
export interface MatchedColumns {
  /** For each column of the file, its meaning; undefined if it is ignored. */
  meanings: (Column | undefined)[];
  /** Names of unknown columns, made safe to show in an answer. */
  ignored: string[];
  faults: FieldFault[];
}

/**
 * Matches the columns of a file by name, or by the caller's mapping: `given` maps a name in the file to a column, or to
 * '' for none. A duplicate column or a missing subject is a fault.
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
