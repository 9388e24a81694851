import type { WireReport } from '../../../shared/wire/report.js';
import type { ReportPage } from './report-page.js';

const SPACE_ABOVE = 12;

/** Replaces the notice at the foot of every page, so that nobody mistakes the document for a report. */
export const TEST_NOTICE = 'TEST MODE: an invented answer about nobody. This document proves nothing.';

/**
 * Draws the confidentiality notice, the request id and the page number, `1 / 3`, at the foot of every page. Comes last,
 * when the number of pages is known. Screen readers skip it: the notice is also in the text.
 */
export function drawFooters(page: ReportPage, report: WireReport): void {
  const text = report.mode === 'test' ? TEST_NOTICE : report.confidentiality_notice;
  const notice = page.lines(text, 'small', page.width);
  const lineHeight = page.heightOf(1, 'small');
  const count = page.pageCount;
  for (let index = 0; index < count; index++) {
    page.doc.switchToPage(index);
    page.doc.markContent('Artifact', { type: 'Pagination' });
    let y = page.bottom + SPACE_ABOVE;
    for (const line of [...notice, `${report.request_id}   ${index + 1} / ${count}`]) {
      page.writeAt(line, 'small', page.left, y);
      y += lineHeight;
    }
    page.doc.endMarkedContent();
  }
}
