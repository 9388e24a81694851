import { COLUMNS, type Column, columnCalled } from '../../../../shared/domain/batch-columns.js';

/** What each column of a file is, by its name; an empty text leaves it out. */
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

/** What columns of these names are, as far as their names say. */
export function meaningsOf(header: readonly string[]): Meanings {
  return Object.fromEntries(header.map((name) => [name, columnCalled(name) ?? '']));
}

/** What is wrong with the choice; undefined when the file can be sent. */
export function faultOf(meanings: Meanings): string | undefined {
  const chosen = Object.values(meanings);
  const twice = COLUMNS.find((column) => chosen.filter((one) => one === column).length > 1);
  if (twice !== undefined)
    return `Two columns are chosen as “${COLUMN_WORDS[twice]}”. Leave one of them out.`;
  return chosen.includes('subject') ? undefined : 'Choose which column is the subject.';
}
