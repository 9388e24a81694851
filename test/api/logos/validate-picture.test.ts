import { expect } from 'chai';
import { validatePicture } from '../../../api/logos/validate-picture.js';
import { PHOTO_BASE64 } from '../../../shared/simulation/photo.js';
import { chunkOf, pngOf } from '../../support/uploads/pictures.js';

const JPEG = Buffer.from(PHOTO_BASE64, 'base64');
const png = pngOf();

/** The offset of the frame marker in a JPEG. */
const FRAME_AT =
  [0xc0, 0xc1, 0xc2].map((kind) => JPEG.indexOf(Buffer.from([0xff, kind]))).find((at) => at > 0) ?? 0;

function changed(file: Buffer, at: number, bytes: readonly number[]): Buffer {
  const copy = Buffer.from(file);
  copy.set(bytes, at);
  return copy;
}

const filled = Buffer.concat([JPEG.subarray(0, FRAME_AT), Buffer.from([0xff]), JPEG.subarray(FRAME_AT)]);

describe('a picture that may become a logo', () => {
  const good: [name: string, file: Buffer, mediaType: string][] = [
    ['a PNG in RGB', png, 'image/png'],
    ['a PNG in grey', pngOf({ colour: 0 }), 'image/png'],
    ['a PNG in grey of one bit', pngOf({ colour: 0, bits: 1, width: 9 }), 'image/png'],
    ['a PNG with a palette', pngOf({ colour: 3, bits: 8 }), 'image/png'],
    ['a PNG with a palette of two bits', pngOf({ colour: 3, bits: 2, width: 7 }), 'image/png'],
    [
      'a PNG with a palette and transparency',
      pngOf({ colour: 3, chunks: [chunkOf('tRNS', Buffer.from([0]))] }),
      'image/png',
    ],
    ['a PNG in RGB with transparency', pngOf({ colour: 6 }), 'image/png'],
    ['a PNG in grey with transparency', pngOf({ colour: 4 }), 'image/png'],
    ['a PNG of the largest sides', pngOf({ colour: 0, bits: 1, width: 2_000, height: 2_000 }), 'image/png'],
    ['a JPEG', JPEG, 'image/jpeg'],
  ];
  for (const [name, file, mediaType] of good) {
    it(`is ${name}`, async () => {
      expect(await validatePicture(file)).to.include({ ok: true, mediaType });
    });
  }

  it('says its size', async () => {
    expect(await validatePicture(pngOf({ width: 31, height: 17 }))).to.include({ width: 31, height: 17 });
    const { width, height } = {
      width: JPEG.readUInt16BE(FRAME_AT + 7),
      height: JPEG.readUInt16BE(FRAME_AT + 5),
    };
    expect(await validatePicture(JPEG)).to.include({ width, height });
  });

  const bad: [name: string, file: Buffer, why: RegExp][] = [
    ['nothing', Buffer.alloc(0), /not a PNG or JPEG/],
    [
      'SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      /not a PNG or JPEG/,
    ],
    ['GIF', Buffer.from('GIF89a'), /not a PNG or JPEG/],
    ['the beginning of a PNG alone', png.subarray(0, 8), /damaged/],
    ['a PNG that ends too early', png.subarray(0, -5), /damaged/],
    ['a PNG with a page behind it', Buffer.concat([png, Buffer.from('<script>')]), /damaged/],
    ['a PNG with a wrong checksum', changed(png, 20, [9]), /damaged/],
    ['a PNG without its end', png.subarray(0, -12), /damaged/],
    ['a PNG with a second header', pngOf({ chunks: [png.subarray(8, 33)] }), /damaged/],
    ['a PNG of no width', pngOf({ width: 0 }), /damaged/],
    ['a PNG with too few lines', pngOf({ lines: Buffer.alloc(19) }), /damaged/],
    ['a PNG with too many lines', pngOf({ lines: Buffer.alloc(5_000) }), /damaged/],
    ['a PNG with a filter that there is not', pngOf({ lines: Buffer.alloc(76, 9) }), /damaged/],
    ['a PNG of an unknown colour', pngOf({ colour: 5 }), /not supported/],
    ['a PNG of 16 bits', pngOf({ bits: 16 }), /not supported/],
    ['an interlaced PNG', pngOf({ interlaced: true }), /not supported/],
    [
      'a PNG with one transparent colour',
      pngOf({ chunks: [chunkOf('tRNS', Buffer.alloc(6))] }),
      /not supported/,
    ],
    ['a PNG that is too wide', pngOf({ width: 2_001 }), /2000 pixels/],
    [
      'a PNG that claims to be huge',
      pngOf({ width: 2 ** 31 - 1, height: 2 ** 31 - 1, lines: png }),
      /2000 pixels/,
    ],
    ['the beginning of a JPEG alone', JPEG.subarray(0, 3), /damaged/],
    ['a JPEG that ends too early', JPEG.subarray(0, -4), /damaged/],
    ['a JPEG with an archive behind it', Buffer.concat([JPEG, Buffer.from('PK')]), /damaged/],
    ['a JPEG that PDFKit cannot read, with fill before its frame', filled, /damaged/],
    ['a JPEG of no height', changed(JPEG, FRAME_AT + 5, [0, 0]), /damaged/],
    ['a JPEG that is too high', changed(JPEG, FRAME_AT + 5, [0x07, 0xd1]), /2000 pixels/],
    ['a JPEG of 12 bits', changed(JPEG, FRAME_AT + 4, [12]), /8 bits/],
    ['a JPEG without loss', changed(JPEG, FRAME_AT + 1, [0xc3]), /not supported/],
    ['a JPEG of four colours', changed(JPEG, FRAME_AT + 9, [4]), /CMYK/],
  ];
  for (const [name, file, why] of bad) {
    it(`is not ${name}`, async () => {
      const judged = await validatePicture(file);
      expect(judged).to.have.property('why').that.matches(why);
    });
  }

  it('is not a PNG that unpacks to far more than its lines', async () => {
    const bomb = pngOf({ lines: Buffer.alloc(200_000_000) });
    expect(bomb.length).to.be.below(262_144);
    expect(await validatePicture(bomb)).to.include({ ok: false });
  });
});
