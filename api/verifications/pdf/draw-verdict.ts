import { drawBlock } from './draw-section.js';
import type { ReportPage } from './report-page.js';
import type { Verdict } from './verdict.js';

const PADDING = 10;
const BAR = 4;
const SPACE_ABOVE = 10;

const COLOURS: Readonly<Record<Verdict['tone'], { bar: string; ground: string }>> = {
  good: { bar: '#17603a', ground: '#e4f3ea' },
  bad: { bar: '#a11f1f', ground: '#fbebeb' },
  warn: { bar: '#744800', ground: '#fdf2da' },
  plain: { bar: '#47525d', ground: '#eceff2' },
};

/** The verdict, in a box that stands out. */
export function drawVerdict(page: ReportPage, { word, text, tone }: Verdict): void {
  const { bar, ground } = COLOURS[tone];
  const inner = page.width - 2 * PADDING - BAR;
  const words = page.lines(word, 'verdict', inner);
  const lines = page.lines(text, 'value', inner);
  const height = 2 * PADDING + page.heightOf(words.length, 'verdict') + page.heightOf(lines.length, 'value');
  page.y += SPACE_ABOVE;
  page.ensure(height);
  const { left, width, y: top, doc } = page;
  // Mere decoration: screen readers skip it.
  doc.markContent('Artifact', { type: 'Layout' });
  doc.rect(left, top, width, height).fill(ground);
  doc.rect(left, top, BAR, height).fill(bar);
  doc.endMarkedContent();
  page.y = top + PADDING;
  drawBlock(page, 'P', () => page.write(words, 'verdict', left + PADDING + BAR));
  drawBlock(page, 'P', () => page.write(lines, 'value', left + PADDING + BAR));
  page.y = top + height;
}
