/** Whether a cell does not say where it is. */
const UNPLACED = /<(?:\w+:)?c(?:\/?>|\s(?![^<>]*\br=))/;
/** The start of a row or of a cell, with the prefix of its name and its attributes. */
const START = /<((?:\w+:)?)(row|c)((?:\s[^<>]*?)?)(\/?)>/g;
/** The last column of a sheet is XFD. */
const MAX_LETTERS = 3;
const PLACE = /\br=["']([A-Z]*)(\d+)["']/;

/**
 * Gives every cell of a sheet its reference. Files may leave it out (ECMA-376, 18.3.1.4), as some programs do to keep
 * them small: such a cell follows the one before it. The library knows cells by their reference only.
 */
export function addCellReferences(sheet: string): string {
  if (!UNPLACED.test(sheet)) return sheet;
  let row = 0;
  let column = 0;
  return sheet.replace(START, (start, prefix: string, name: string, attributes: string, end: string) => {
    const [, letters = '', line] = PLACE.exec(attributes) ?? [];
    if (name === 'row') {
      row = line === undefined ? row + 1 : Number(line);
      column = 0;
      return start;
    }
    column = line === undefined ? column + 1 : columnNumber(letters.slice(0, MAX_LETTERS));
    return line === undefined ? `<${prefix}c r="${lettersOf(column)}${row}"${attributes}${end}>` : start;
  });
}

/** The number of a column by its letters: 27 for AA. */
export function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function lettersOf(column: number): string {
  return column === 0
    ? ''
    : lettersOf(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26));
}
