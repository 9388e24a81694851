import { type QueryValues, send } from './request.js';
import { saveFile, wholeFile } from './save-file.js';

/** Saves everything that the filters of a list match as one CSV file. Throws ApiFailure. */
export async function downloadCsv(path: string, filters: QueryValues, fileName: string): Promise<void> {
  const response = await send(path, { Accept: 'text/csv' }, { query: filters });
  saveFile(await wholeFile(response), fileName);
}
