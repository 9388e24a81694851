import { ApiFailure } from './failure.js';
import { type QueryValues, send } from './request.js';

/** Saves everything that the filters of a list match as one CSV file. Throws ApiFailure. */
export async function downloadCsv(path: string, filters: QueryValues, fileName: string): Promise<void> {
  const response = await send(path, { Accept: 'text/csv' }, { query: filters });
  save(await wholeFile(response), fileName);
}

/** The API ends a file that it could not finish without the mark of its end, which is an error here. */
async function wholeFile(response: Response): Promise<Blob> {
  try {
    return await response.blob();
  } catch {
    throw new ApiFailure(0, 'incomplete', 'The file broke off on its way. Try again.');
  }
}

function save(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
