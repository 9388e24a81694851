import type { Line } from './flatten-facts.js';
import type { ReportPage } from './report-page.js';

const LABEL_WIDTH = 140;
const GAP = 14;
const SPACE_ABOVE = 14;
const SPACE_BELOW = 3;

/** The title of the document, and the kind of check. */
export function drawTitle(page: ReportPage, title: string, subtitle: string): void {
  drawBlock(page, 'H1', () => page.write(page.lines(title, 'title', page.width), 'title', page.left));
  drawBlock(page, 'P', () => page.write(page.lines(subtitle, 'value', page.width), 'value', page.left));
}

/** A paragraph across the full width. */
export function drawParagraph(page: ReportPage, text: string): void {
  page.y += SPACE_BELOW;
  drawBlock(page, 'P', () => page.write(page.lines(text, 'small', page.width), 'small', page.left));
}

/** A heading, kept together with at least the line after it. */
export function drawHeading(page: ReportPage, heading: string): void {
  const lines = page.lines(heading, 'heading', page.width);
  page.ensure(SPACE_ABOVE + page.heightOf(lines.length, 'heading') + page.heightOf(2, 'value'));
  page.y += SPACE_ABOVE;
  drawBlock(page, 'H2', () => page.write(lines, 'heading', page.left));
  page.y += SPACE_BELOW;
}

/** Opens the table whose rows are the facts of a section; end it after the last one. */
export function openTable(page: ReportPage): PDFKit.PDFStructureElement {
  const table = page.doc.struct('Table');
  page.doc.addStructure(table);
  return table;
}

/** The height a fact will take, in points. */
function heightOfFact(page: ReportPage, { label, value }: Line): number {
  const labels = page.lines(label, 'label', LABEL_WIDTH).length;
  const values = page.lines(value, 'value', page.width - LABEL_WIDTH - GAP).length;
  return Math.max(page.heightOf(labels, 'label'), page.heightOf(values, 'value')) + SPACE_BELOW;
}

/** Starts a new page if a section would otherwise be split although it fits on one. */
export function keepTogether(page: ReportPage, facts: readonly Line[]): void {
  const room = page.bottom - page.top;
  let height = SPACE_ABOVE + page.heightOf(1, 'heading') + SPACE_BELOW;
  for (const fact of facts) {
    height += heightOfFact(page, fact);
    if (height > room) return;
  }
  page.ensure(height);
}

/** One fact: its label, and next to it its value, which may continue over several pages. */
export function drawFact(page: ReportPage, table: PDFKit.PDFStructureElement, fact: Line): void {
  const valueLeft = page.left + LABEL_WIDTH + GAP;
  const labels = page.lines(fact.label, 'label', LABEL_WIDTH);
  const values = page.lines(fact.value, 'value', page.width - LABEL_WIDTH - GAP);
  const labelHeight = page.heightOf(labels.length, 'label');
  // Keep the first lines of both together; only the rest of a very long value continues on the next page.
  page.ensure(Math.max(labelHeight, page.heightOf(Math.min(values.length, 3), 'value')));
  const row = page.doc.struct('TR');
  table.add(row);
  const top = page.y;
  row.add(page.doc.struct('TH', {}, () => page.write(labels, 'label', page.left)));
  const labelEnd = page.y;
  page.y = top;
  const pages = page.pageCount;
  row.add(page.doc.struct('TD', {}, () => page.write(values, 'value', valueLeft)));
  row.end();
  if (page.pageCount === pages) page.y = Math.max(page.y, labelEnd);
  page.y += SPACE_BELOW;
}

/** Draws something under one tag of the structure that screen readers follow. */
export function drawBlock(page: ReportPage, tag: string, draw: () => void): void {
  page.doc.addStructure(page.doc.struct(tag, {}, draw));
}
