import { type QueryValues, send, sent } from './request.js';
import { saveFile, wholeFile } from './save-file.js';

export interface CsvSource {
  path: string;
  filters?: QueryValues;
  /** Sends the filters in the body rather than in the address. */
  search?: boolean;
}

// Without it, spreadsheets on Windows read the file in the code page of the machine, and `Zoë` becomes `ZoÃ«`.
const BYTE_ORDER_MARK = '\ufeff';

/** Saves everything that matches a list's filters as one CSV file. Throws ApiFailure. */
export async function downloadCsv(source: CsvSource, fileName: string): Promise<void> {
  const { path, filters = {}, search = false } = source;
  const response = await send(path, { Accept: 'text/csv' }, sent(search, filters));
  const file = await wholeFile(response, 'text/csv');
  saveFile(new Blob([BYTE_ORDER_MARK, file], { type: file.type }), fileName);
}
