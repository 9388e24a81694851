import { type OpenedPicture, openPicture } from './open-picture.js';
import type { ReportPage } from './report-page.js';

// In points: the size of a logo on a letterhead.
const BOX = { width: 180, height: 48 };
const SPACE_BELOW = 16;

/** Draws the logo of the client at the top of the first page, without enlarging it. */
export function drawLogo(page: ReportPage, logo: Buffer, clientName: string): void {
  const picture = openPicture(page, logo);
  if (picture === undefined) return;
  const { width, height } = shownSize(picture);
  const scale = Math.min(1, BOX.width / width, BOX.height / height);
  const size = { width: width * scale, height: height * scale };
  const draw = (): void => void page.doc.image(logo, page.left, page.y, size);
  page.doc.addStructure(page.doc.struct('Figure', { alt: `Logo of ${clientName}` }, draw));
  page.y += size.height + SPACE_BELOW;
}

/**
 * pdfkit turns a picture by its Exif orientation, of which those from 5 lie on their side, and not the size it gives.
 */
function shownSize({ width, height, orientation = 1 }: OpenedPicture): { width: number; height: number } {
  return orientation > 4 ? { width: height, height: width } : { width, height };
}
