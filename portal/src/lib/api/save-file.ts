import { ApiFailure } from './failure.js';

/**
 * Reads a file from a response. If the API could not finish a file, it omits the end marker: then this throws
 * ApiFailure.
 */
export async function wholeFile(response: Response): Promise<Blob> {
  try {
    return await response.blob();
  } catch {
    throw new ApiFailure(0, 'incomplete', 'The file broke off on its way. Try again.');
  }
}

/** Hands a file to the browser as a download. */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
