import { COLUMNS, type Column, columnCalled } from '../../../../shared/domain/batch-columns.js';

/** The meaning of each column of a file, by its name; empty if it is to be ignored. */
export type Meanings = Readonly<Record<string, Column | ''>>;

/** The columns in words. */
export const COLUMN_WORDS: Readonly<Record<Column, string>> = {
  service_code: 'Check',
  subject: 'Subject: number or name',
  purpose: 'Purpose',
  reference: 'Your reference',
  vin: 'VIN',
  entity: 'Person or company',
  country: 'Country',
  dataset: 'Lists to screen',
};

/** The meanings of columns with these names, as far as the names reveal them. */
export function meaningsOf(header: readonly string[]): Meanings {
  return Object.fromEntries(header.map((name) => [name, columnCalled(name) ?? '']));
}

/** Whether rows may say this: no columns are known of a file that was not read here. */
export function mayBeInRows(meanings: Meanings | undefined, column: Column): boolean {
  return meanings === undefined || Object.values(meanings).includes(column);
}

/** What is wrong with the chosen meanings; undefined if the file can be sent. */
export function faultOf(meanings: Meanings): string | undefined {
  const chosen = Object.values(meanings);
  const twice = COLUMNS.find((column) => chosen.filter((one) => one === column).length > 1);
  if (twice !== undefined)
    return `Two columns are chosen as “${COLUMN_WORDS[twice]}”. Leave one of them out.`;
  return chosen.includes('subject') ? undefined : 'Choose which column is the subject.';
}
