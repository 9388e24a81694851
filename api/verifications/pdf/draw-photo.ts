import { drawParagraph } from './draw-section.js';
import { openPicture } from './open-picture.js';
import type { ReportPage } from './report-page.js';

// In points: a little more than the 35 by 45 mm of an ID photograph on paper.
const BOX: [width: number, height: number] = [112, 144];
const GAP = 16;

/** Draws the ID photograph at the top right of the first page; false if a PDF file cannot hold such a picture. */
export function drawPhoto(page: ReportPage, photo: Buffer): boolean {
  // The provider's picture was never inspected, and a PNG could still fail while it is decompressed.
  if (openPicture(page, photo)?.colorSpace === undefined) return false;
  const left = page.leaveRoom(BOX[0], BOX[1], GAP);
  const options = { fit: BOX, align: 'right' } as const;
  const draw = (): void => void page.doc.image(photo, left, page.top, options);
  page.doc.addStructure(
    page.doc.struct('Figure', { alt: 'ID photograph of the person who was verified' }, draw),
  );
  return true;
}

/** Says where to find the photograph that the document could not show. */
export function drawMissingPhoto(page: ReportPage): void {
  drawParagraph(page, 'The format of the photograph cannot be shown here. The portal has the original.');
}
