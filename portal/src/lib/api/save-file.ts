import { ApiFailure } from './failure.js';

/**
 * Reads a file of a type from a response. Throws ApiFailure for the page of a proxy that answers in the service's
 * place, which is not to be kept as the file, and if the API could not finish the file: then it omits the end marker.
 */
export async function wholeFile(response: Response, type: string): Promise<Blob> {
  if (response.headers.get('Content-Type')?.startsWith(type) !== true) {
    throw new ApiFailure(0, 'unreachable', 'Something other than the service answered. Try again.');
  }
  try {
    return await response.blob();
  } catch {
    throw new ApiFailure(0, 'incomplete', 'The download was cut off. Try again.');
  }
}

/** Safari reads a file only after the click, on phones once the user has agreed; FileSaver.js waits as long. */
const READ_WITHIN_MS = 40_000;

/** Hands a file to the browser as a download. */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN_MS);
}
