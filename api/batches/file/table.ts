/** A cell as text; a spreadsheet also has dates, which no field of ours is. */
export type Cell = string | { date: true };

/** Why a file is not read at all. */
export interface FileRefusal {
  kind: 'refused';
  code: 'invalid_file' | 'too_many_rows';
  message: string;
}

/** What stands in a file: rows under the names of their columns, or objects of their own (null where a line is none). */
export type Table =
  | { kind: 'columns'; header: string[]; rows: Cell[][] }
  | { kind: 'objects'; rows: (Record<string, unknown> | null)[] }
  | FileRefusal;

export function refuseFile(message: string): FileRefusal {
  return { kind: 'refused', code: 'invalid_file', message };
}

/** More rows than a batch may have. */
export function tooManyRows(most: number): FileRefusal {
  return {
    kind: 'refused',
    code: 'too_many_rows',
    message: `The file has more than ${most} rows. Split it and upload the parts separately.`,
  };
}
