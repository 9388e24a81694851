/** A cell as text, a date of a spreadsheet, which none of our fields is, or a cell merged with the one above it. */
export type Cell = string | { date: true } | { merged: true };

/** Why a file is not read at all. */
export interface FileRefusal {
  kind: 'refused';
  code: 'invalid_file' | 'too_many_rows';
  message: string;
}

/**
 * The content of a file: rows under column names, or the text of one object per line (null for a line that is none).
 */
export type Table =
  | { kind: 'columns'; header: string[]; rows: Cell[][] }
  | { kind: 'objects'; rows: (string | null)[] }
  | FileRefusal;

/** The refusal of a file that cannot be read; the message is shown to whoever uploaded it. */
export function refuseFile(message: string): FileRefusal {
  return { kind: 'refused', code: 'invalid_file', message };
}

/** The refusal of a file with more rows than a batch may have. */
export function tooManyRows(most: number): FileRefusal {
  return {
    kind: 'refused',
    code: 'too_many_rows',
    message: `The file has more than ${most} rows. Split it and upload the parts separately.`,
  };
}
