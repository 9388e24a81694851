import type { WireReport } from '../../../shared/wire/report.js';
import { drawFooters, TEST_NOTICE } from './draw-footers.js';
import { drawLogo } from './draw-logo.js';
import { drawMissingPhoto, drawPhoto } from './draw-photo.js';
import { drawFact, drawHeading, drawParagraph, drawTitle, keepTogether, openTable } from './draw-section.js';
import { drawVerdict } from './draw-verdict.js';
import type { Line } from './flatten-facts.js';
import { isFullyPrintable } from './printable-text.js';
import { ReportPage } from './report-page.js';
import { type ReportContext, reportSections, type Section } from './report-sections.js';
import { type Typeface, typefaceFor } from './typeface.js';
import { verdictOf } from './verdict.js';

const NAMED_CHARACTERS =
  'Characters missing from the fonts of this document are shown as Unicode code points, as in [U+05D0]. The JSON report contains them unchanged.';

/**
 * Renders the report as a PDF file (ISO 32000-1) in the order people file it: the client and its logo, the verdict and
 * the photograph of an identity check first, then the facts, and the request id at the end. The same report and
 * pictures always give the same bytes. It may compute for seconds without a pause, so it belongs in a thread of its
 * own.
 */
export async function renderReport(
  report: WireReport,
  { logo, photo, ...context }: ReportContext & Record<'logo' | 'photo', Buffer | undefined>,
): Promise<Buffer> {
  const typeface = typefaceFor(textsIn(reportSections(report, context)));
  const page = new ReportPage(
    `Verification report ${report.request_id}`,
    new Date(report.completed_at ?? report.created_at),
    typeface,
  );
  const photoShown = photo !== undefined && drawPhoto(page, photo);
  if (logo !== undefined) drawLogo(page, logo, context.clientName);
  const title = report.mode === 'test' ? 'Verification report (test mode)' : 'Verification report';
  drawTitle(page, title, `${report.service_label} · ${report.category}`);
  drawParagraph(page, report.confidentiality_notice);
  if (report.mode === 'test') drawParagraph(page, TEST_NOTICE);
  drawVerdict(page, verdictOf(report));
  const fullyPrintable = drawSections(page, reportSections(report, context), typeface);
  if (photo !== undefined && !photoShown) drawMissingPhoto(page);
  if (!fullyPrintable) drawParagraph(page, NAMED_CHARACTERS);
  drawFooters(page, report);
  return page.finish();
}

/** Draws the sections; returns whether everything could be shown as it is. */
function drawSections(page: ReportPage, sections: readonly Section[], { repertoire }: Typeface): boolean {
  let fullyPrintable = true;
  for (const { heading, facts } of sections) {
    const { first, rest } = begun(facts);
    if (rest === undefined) keepTogether(page, first);
    drawHeading(page, heading);
    const table = openTable(page);
    for (const fact of both(first, rest)) {
      drawFact(page, table, fact);
      fullyPrintable &&= isFullyPrintable(`${fact.label}${fact.value}`, repertoire);
    }
    table.end();
  }
  return fullyPrintable;
}

/** A longer section spans several pages anyway, and is never held in memory as a whole. */
const MAX_LINES_PER_PAGE = 50;

/** The first lines of a section, and the rest, if any. */
function begun(facts: Iterable<Line>): { first: Line[]; rest: Iterator<Line> | undefined } {
  const lines = facts[Symbol.iterator]();
  const first: Line[] = [];
  while (first.length < MAX_LINES_PER_PAGE) {
    const next = lines.next();
    if (next.done === true) return { first, rest: undefined };
    first.push(next.value);
  }
  return { first, rest: lines };
}

function* both(first: readonly Line[], rest: Iterator<Line> | undefined): Generator<Line> {
  yield* first;
  if (rest === undefined) return;
  for (let next = rest.next(); next.done !== true; next = rest.next()) yield next.value;
}

function* textsIn(sections: readonly Section[]): Generator<string> {
  for (const { facts } of sections) {
    for (const { label, value } of facts) {
      yield label;
      yield value;
    }
  }
}
