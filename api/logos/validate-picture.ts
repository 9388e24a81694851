import { MAX_LOGO_SIDE } from '../../shared/wire/logo.js';
import { validateJpeg } from './validate-jpeg.js';
import { validatePng } from './validate-png.js';
import { refused, type ValidatedPicture } from './validated-picture.js';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/**
 * Decides by the bytes of a file, not by its declared type, whether it is a picture that browsers and documents can
 * show. Both formats are walked to their last byte: nothing may be missing, and nothing may follow the end. Only the
 * lines of a PNG are decoded: text and other metadata, and the scans of a JPEG, are kept as they were sent.
 */
export async function validatePicture(file: Buffer): Promise<ValidatedPicture> {
  const validated = await validateByKind(file);
  if (!validated.ok || (validated.width <= MAX_LOGO_SIDE && validated.height <= MAX_LOGO_SIDE))
    return validated;
  return refused(`The image is larger than ${MAX_LOGO_SIDE} pixels on one side. Make it smaller.`);
}

async function validateByKind(file: Buffer): Promise<ValidatedPicture> {
  if (file.subarray(0, PNG.length).equals(PNG)) return validatePng(file);
  if (file.subarray(0, JPEG.length).equals(JPEG)) return validateJpeg(file);
  return refused('The file is not a PNG or JPEG image.');
}
