import { ApiFailure } from '../../lib/api/failure.js';

/** Four pixels per point of the logo's size in documents: as fine as printers print. */
const BOX = { width: 720, height: 192 };

/**
 * Redraws a picture as a PNG no larger than reports can show: metadata from cameras and programs is left behind. Throws
 * ApiFailure if it is not a picture.
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (picture === undefined) throw noPicture();
  const scale = Math.min(1, BOX.width / picture.width, BOX.height / picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw noPicture();
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(noPicture()) : resolve(blob)), 'image/png');
  });
}

function noPicture(): ApiFailure {
  return new ApiFailure(0, 'no_picture', 'This file is not a PNG or JPEG image. Choose another one.');
}
