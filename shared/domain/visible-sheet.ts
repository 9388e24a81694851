/** Where an XLSX file lists its sheets, and what each of them is. */
export const WORKBOOK = 'xl/workbook.xml';
export const RELATIONS = 'xl/_rels/workbook.xml.rels';

// Up to the next element: quotes are not matched up, which takes a stack of any depth where they are many.
const SHEET = /<(?:[\w.-]+:)?sheet\s[^<]*/g;
const RELATION = /<(?:[\w.-]+:)?Relationship\s[^<]*/g;
const HIDDEN = /\sstate\s*=\s*["'](?:hidden|veryHidden)["']/;
const WITHOUT_CELLS = /\sType\s*=\s*["'][^"']*\/(?:chartsheet|dialogsheet|xlMacrosheet)["']/;
const ID = /\s(?:[\w.-]+:)?id\s*=\s*["']([^"']*)["']/i;
/** From the root of the archive, or from the folder of the workbook. */
const TARGET = /\sTarget\s*=\s*["'](\/?)([^"']*)["']/;

/** A sheet of an XLSX file. */
interface VisibleSheet {
  /** Its place among the sheets, from 1. */
  number: number;
  /** Where it is in the archive. */
  path: string;
}

/**
 * The first sheet with cells that a spreadsheet program shows, by the workbook of its file and the relations of that.
 * Hidden sheets hold lists to choose from, or old rows: whoever sends the file does not see them, and means nobody in
 * them. A sheet may also be a chart, and nothing else.
 */
export function firstVisibleSheet(workbook: string, relations: string): VisibleSheet {
  const related = relations.match(RELATION) ?? [];
  const others = related.filter((one) => WITHOUT_CELLS.test(one)).map(idOf);
  const sheets = workbook.match(SHEET) ?? [];
  const found = sheets.findIndex((sheet) => !HIDDEN.test(sheet) && !others.includes(idOf(sheet)));
  const index = Math.max(found, 0);
  const id = idOf(sheets[index] ?? '');
  const [, root, target = ''] = TARGET.exec(related.find((one) => idOf(one) === id) ?? '') ?? [];
  return { number: index + 1, path: root === '/' ? target : `xl/${target}` };
}

function idOf(element: string): string | undefined {
  return ID.exec(element)?.[1];
}
