import { expect } from 'chai';
import { drawLogo } from '../../../../api/verifications/pdf/draw-logo.js';
import { ReportPage } from '../../../../api/verifications/pdf/report-page.js';
import type { Typeface } from '../../../../api/verifications/pdf/typeface.js';
import { PHOTO_BASE64 } from '../../../../shared/simulation/photo.js';

/** 24 pixels wide and 32 high, as it is stored. */
const PICTURE = Buffer.from(PHOTO_BASE64, 'base64');

describe('the logo in a PDF', () => {
  it('keeps its proportions, also where the camera only noted how it was held', () => {
    expect(sizeDrawn(PICTURE)).to.deep.equal({ width: 24, height: 32 });
    expect(sizeDrawn(heldAs(3)), 'upside down').to.deep.equal({ width: 24, height: 32 });
    for (const orientation of [5, 6, 7, 8]) {
      expect(sizeDrawn(heldAs(orientation)), `on its side: ${orientation}`).to.deep.equal({
        width: 32,
        height: 24,
      });
    }
  });
});

function sizeDrawn(logo: Buffer): unknown {
  const page = new ReportPage('Report', new Date(0), { embedded: {} } as Typeface);
  let drawn: unknown;
  page.doc.image = (...[, , , size]: unknown[]) => {
    drawn = size;
    return page.doc;
  };
  drawLogo(page, logo, 'Test Client');
  page.doc.end();
  return drawn;
}

/** The picture with an Exif segment that has only its orientation (CIPA DC-008, 4.6.4). */
function heldAs(orientation: number): Buffer {
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0MM\0*\0\0\0\x08', 'latin1'),
    Buffer.from([0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]),
  ]);
  const segment = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([PICTURE.subarray(0, 2), segment, exif, PICTURE.subarray(2)]);
}
