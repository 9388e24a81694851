/** Where an XLSX file lists its sheets. */
export const WORKBOOK = 'xl/workbook.xml';

const SHEET = /<(?:[\w.-]+:)?sheet\s(?:"[^"]*"|'[^']*'|[^>"'])*>/g;
const HIDDEN = /\sstate\s*=\s*["'](?:hidden|veryHidden)["']/;

/**
 * The number, from 1, of the first sheet that a spreadsheet program shows, by the workbook of its file. Hidden sheets
 * hold lists to choose from, or old rows: whoever sends the file does not see them, and means nobody in them.
 */
export function firstVisibleSheet(workbook: string): number {
  const sheets = workbook.match(SHEET) ?? [];
  return (
    Math.max(
      sheets.findIndex((sheet) => !HIDDEN.test(sheet)),
      0,
    ) + 1
  );
}
