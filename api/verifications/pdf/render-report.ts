import type { WireReport } from '../../../shared/wire/report.js';
import { drawFooters, TEST_NOTICE } from './draw-footers.js';
import { drawPhoto } from './draw-photo.js';
import { drawFact, drawHeading, drawParagraph, drawTitle, openTable } from './draw-section.js';
import { isFullyPrintable } from './printable-text.js';
import { ReportPage } from './report-page.js';
import { reportSections, type Section } from './report-sections.js';
import { type Typeface, typefaceFor } from './typeface.js';

const NAMED_CHARACTERS =
  'Characters that the fonts of this document lack are named by their Unicode code points, as in [U+05D0]. The JSON report has them as they are.';

/**
 * The report as a PDF file (ISO 32000-1): the facts of the JSON report, the notice on every page, and the photograph
 * of an identity check. The same report and photograph always give the same bytes. It computes for up to some seconds
 * without a pause, so it belongs into a thread of its own.
 */
export async function renderReport(report: WireReport, photo: Buffer | undefined): Promise<Buffer> {
  const typeface = typefaceFor(textsIn(reportSections(report)));
  const page = new ReportPage(
    `Verification report ${report.request_id}`,
    new Date(report.completed_at ?? report.created_at),
    typeface,
  );
  const title = report.mode === 'test' ? 'Verification report (test mode)' : 'Verification report';
  drawTitle(page, title, `${report.service_label} (${report.category})`);
  drawParagraph(page, report.confidentiality_notice);
  if (report.mode === 'test') drawParagraph(page, TEST_NOTICE);
  const fullyPrintable = drawSections(page, reportSections(report), typeface);
  if (photo !== undefined) drawPhoto(page, photo);
  if (!fullyPrintable) drawParagraph(page, NAMED_CHARACTERS);
  drawFooters(page, report);
  return page.finish();
}

/** Says whether everything could be shown as it is. */
function drawSections(page: ReportPage, sections: readonly Section[], { repertoire }: Typeface): boolean {
  let fullyPrintable = true;
  for (const { heading, facts } of sections) {
    drawHeading(page, heading);
    const table = openTable(page);
    for (const fact of facts) {
      drawFact(page, table, fact);
      fullyPrintable &&= isFullyPrintable(`${fact.label}${fact.value}`, repertoire);
    }
    table.end();
  }
  return fullyPrintable;
}

function* textsIn(sections: readonly Section[]): Generator<string> {
  for (const { facts } of sections) {
    for (const { label, value } of facts) {
      yield label;
      yield value;
    }
  }
}
