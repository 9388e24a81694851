import { MAX_LOGO_BYTES } from '../../../../shared/wire/logo.js';
import { ApiFailure } from '../../lib/api/failure.js';

/** Four pixels per point of the logo's size in documents: as fine as printers print. */
const BOX = { width: 720, height: 192 };

/** How much smaller each side becomes where a picture has too many colours for what the API takes (contract 10). */
const STEP = 0.8;

/**
 * Redraws a picture as a PNG no larger than reports can show and the API takes: metadata from cameras and programs is
 * left behind. Throws ApiFailure if it is not a picture.
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (picture === undefined) throw noPicture();
  try {
    let scale = Math.min(1, BOX.width / picture.width, BOX.height / picture.height);
    for (;;) {
      const drawn = await draw(picture, scale);
      if (drawn.size <= MAX_LOGO_BYTES) return drawn;
      scale *= STEP;
    }
  } finally {
    picture.close();
  }
}

function draw(picture: ImageBitmap, scale: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw noPicture();
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(noPicture()) : resolve(blob)), 'image/png');
  });
}

function noPicture(): ApiFailure {
  return new ApiFailure(0, 'no_picture', 'This file is not a PNG or JPEG image. Choose another one.');
}
