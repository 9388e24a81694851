import { refused, type ValidatedPicture } from './validated-picture.js';

const BROKEN = refused('The JPEG image is damaged: it is truncated or contains something else.');

/** Frame markers every reader supports: baseline, extended and progressive (ITU-T T.81, B.1.1.3). */
const FRAMES = [0xc0, 0xc1, 0xc2];
/** DHT, JPG and DAC lie within the range of frame markers but do not start frames. */
const NO_FRAMES = [0xc4, 0xc8, 0xcc];
const START_OF_SCAN = 0xda;
const END = 0xd9;

interface Frame {
  width: number;
  height: number;
  bits: number;
  components: number;
}

/**
 * Walks the markers of a JPEG file (ITU-T T.81) from start to end, without decompressing what they enclose. The fill
 * that may stand before a marker (B.1.1.2) counts as damage before the scan: PDFKit, which draws the logo, loses its
 * way there.
 */
export function validateJpeg(file: Buffer): ValidatedPicture {
  let frame: Frame | undefined;
  let scanned = false;
  let at = 2;
  while (at + 4 <= file.length) {
    if (file[at] !== 0xff) return BROKEN;
    const marker = file.readUInt8(at + 1);
    const end = at + 2 + file.readUInt16BE(at + 2);
    if (end > file.length) return BROKEN;
    if (isFrame(marker)) {
      if (!FRAMES.includes(marker) || frame !== undefined)
        return refused('This kind of JPEG is not supported.');
      frame = readFrame(file.subarray(at + 4, end));
      if (frame === undefined) return BROKEN;
    }
    scanned ||= marker === START_OF_SCAN;
    at = marker === START_OF_SCAN ? endOfScan(file, end) : end;
    if (file[at + 1] === END) break;
  }
  const ended = at + 2 === file.length && file[at] === 0xff && file[at + 1] === END;
  return ended && scanned ? validateFrame(frame) : BROKEN;
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.includes(marker);
}

function readFrame(segment: Buffer): Frame | undefined {
  if (segment.length < 6) return undefined;
  return {
    bits: segment.readUInt8(0),
    height: segment.readUInt16BE(1),
    width: segment.readUInt16BE(3),
    components: segment.readUInt8(5),
  };
}

/** The offset of the next marker: within a scan, 0xFF is followed by 0 or by a restart number. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1];
    if (next !== undefined && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return file.length;
}

function validateFrame(frame: Frame | undefined): ValidatedPicture {
  if (frame === undefined || frame.width === 0 || frame.height === 0) return BROKEN;
  const { bits, components, width, height } = frame;
  if (bits !== 8) return refused('The image has more than 8 bits per channel. Save it with 8.');
  if (components !== 1 && components !== 3) {
    return refused('The image uses CMYK colours. Save it in RGB.');
  }
  return { ok: true, mediaType: 'image/jpeg', width, height };
}
