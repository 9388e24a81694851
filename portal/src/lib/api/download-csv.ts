import { type QueryValues, send, sent } from './request.js';
import { saveFile, wholeFile } from './save-file.js';

export interface CsvSource {
  path: string;
  filters?: QueryValues;
  /** The filters are sent as a body, not in the address. */
  search?: boolean;
}

/** Saves everything that the filters of a list match as one CSV file. Throws ApiFailure. */
export async function downloadCsv(source: CsvSource, fileName: string): Promise<void> {
  const { path, filters = {}, search = false } = source;
  const response = await send(path, { Accept: 'text/csv' }, sent(search, filters));
  saveFile(await wholeFile(response), fileName);
}
