import { drawHeading, drawParagraph } from './draw-section.js';
import type { ReportPage } from './report-page.js';

// In points: twice the 35 by 45 mm of an ID photograph on paper.
const BOX: [width: number, height: number] = [198, 255];
const LONGEST_SIDE = 20_000;

/** The ID photograph, or a sentence in its place when the picture is one that a PDF file cannot hold. */
export function drawPhoto(page: ReportPage, photo: Buffer): void {
  drawHeading(page, 'ID photograph');
  if (!canShow(page, photo)) {
    drawParagraph(
      page,
      'The photograph is of a kind that cannot be shown here. GET /api/v1/verifications/{id}/photo gives it as it came.',
    );
    return;
  }
  page.ensure(BOX[1]);
  const alt = 'ID photograph of the person who was verified';
  const draw = (): void => void page.doc.image(photo, page.left, page.y, { fit: BOX });
  page.doc.addStructure(page.doc.struct('Figure', { alt }, draw));
  page.y += BOX[1];
}

/** What pdfkit has read of a picture; its own types leave the function and the colours out. */
interface ImageReader {
  openImage(file: Buffer): { width: number; height: number; colorSpace?: string };
}

/** pdfkit throws plain strings at files that it cannot read, and believes the size that a file claims. */
function canShow(page: ReportPage, photo: Buffer): boolean {
  try {
    const { width, height, colorSpace } = (page.doc as unknown as ImageReader).openImage(photo);
    const isSized = [width, height].every((side) => side > 0 && side <= LONGEST_SIDE);
    return isSized && colorSpace !== undefined;
  } catch {
    return false;
  }
}
