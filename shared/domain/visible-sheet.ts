/** Where an XLSX file lists its sheets, and what each of them is. */
export const WORKBOOK = 'xl/workbook.xml';
export const RELATIONS = 'xl/_rels/workbook.xml.rels';

// Up to the next element: quotes are not matched up, which takes a stack of any depth where they are many.
const SHEET = /<(?:[\w.-]+:)?sheet\s[^<]*/g;
const RELATION = /<(?:[\w.-]+:)?Relationship\s[^<]*/g;
const HIDDEN = /\sstate\s*=\s*["'](?:hidden|veryHidden)["']/;
const WITHOUT_CELLS = /\sType\s*=\s*["'][^"']*\/(?:chartsheet|dialogsheet|xlMacrosheet)["']/;
const ID = /\s(?:[\w.-]+:)?id\s*=\s*["']([^"']*)["']/i;

/**
 * The number, from 1, of the first sheet with cells that a spreadsheet program shows, by the workbook of its file and
 * the relations of that. Hidden sheets hold lists to choose from, or old rows: whoever sends the file does not see them,
 * and means nobody in them. A sheet may also be a chart, and nothing else.
 */
export function firstVisibleSheet(workbook: string, relations: string): number {
  const others = (relations.match(RELATION) ?? []).filter((one) => WITHOUT_CELLS.test(one)).map(idOf);
  const sheets = workbook.match(SHEET) ?? [];
  const first = sheets.findIndex((sheet) => !HIDDEN.test(sheet) && !others.includes(idOf(sheet)));
  return Math.max(first, 0) + 1;
}

function idOf(element: string): string | undefined {
  return ID.exec(element)?.[1];
}
