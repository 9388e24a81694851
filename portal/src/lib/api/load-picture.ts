import { ApiFailure } from './failure.js';
import { send } from './request.js';
import { wholeFile } from './save-file.js';

/** The picture at this path of the API, as a data URL; null if there is none. Throws ApiFailure. */
export async function loadPicture(path: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await send(path, { Accept: 'image/png, image/jpeg, application/json' }, { signal });
    return await toAddress(await wholeFile(response, 'image/'));
  } catch (error) {
    if (error instanceof ApiFailure && error.kind === 'not_found') return null;
    throw error;
  }
}

/** A data URL, which unlike the URL of a blob does not have to be released. */
function toAddress(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });
}
