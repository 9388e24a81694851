import { openPicture } from './open-picture.js';
import type { ReportPage } from './report-page.js';

// In points: the size of a logo on a letterhead.
const BOX = { width: 180, height: 48 };
const SPACE_BELOW = 16;

/** Draws the logo of the client at the top of the first page, without enlarging it. */
export function drawLogo(page: ReportPage, logo: Buffer, clientName: string): void {
  const picture = openPicture(page, logo);
  if (picture === undefined) return;
  const scale = Math.min(1, BOX.width / picture.width, BOX.height / picture.height);
  const size = { width: picture.width * scale, height: picture.height * scale };
  const draw = (): void => void page.doc.image(logo, page.left, page.y, size);
  page.doc.addStructure(page.doc.struct('Figure', { alt: `Logo of ${clientName}` }, draw));
  page.y += size.height + SPACE_BELOW;
}
