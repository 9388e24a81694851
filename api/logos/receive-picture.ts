import type { Request, Response } from 'express';
import { LOGO_MEDIA_TYPES, MAX_LOGO_BYTES } from '../../shared/wire/logo.js';
import { ApiError, malformedRequest, validationFailed } from '../errors/catalogue.js';
import { reauthoriseCaller } from '../http/context.js';
import { hasBody, isUncompressed, readBody } from '../http/read-body.js';
import type { Logo } from './change-logo.js';
import { validatePicture } from './validate-picture.js';

/** Reads the body as a picture that can be a logo, validated in the contract's order: 415, 413, 400, 422. */
export async function receivePicture(req: Request, res: Response): Promise<Logo> {
  if (!isPicture(req)) throw noPicture();
  if (!hasBody(req)) throw malformedRequest('The request has no body. Send the image.');
  const picture = await readBody(req, { bytes: MAX_LOGO_BYTES, exceeded: pictureTooLarge });
  const validated = await validatePicture(picture);
  if (!validated.ok)
    throw validationFailed([{ field: 'logo', code: 'invalid_picture', message: validated.why }]);
  // The upload took time: the caller may have lost access since.
  await reauthoriseCaller(res);
  const { mediaType, width, height } = validated;
  return { picture, mediaType, width, height };
}

function isPicture(req: Request): boolean {
  const type = (req.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  return isUncompressed(req) && LOGO_MEDIA_TYPES.some((known) => known === type);
}

function noPicture(): ApiError {
  return new ApiError(
    'unsupported_media_type',
    `Send the image file itself, with the header Content-Type: ${LOGO_MEDIA_TYPES.join(' or ')}.`,
  );
}

function pictureTooLarge(): ApiError {
  return new ApiError(
    'payload_too_large',
    `The image is larger than ${MAX_LOGO_BYTES / 1024} KiB. Make it smaller: a width of 600 pixels is enough for print.`,
    { headers: { Connection: 'close' } },
  );
}
