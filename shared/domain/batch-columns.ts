import { INPUT_TYPES } from './input-type.js';
import { PARAMETER_NAMES } from './parameters.js';

/** What a column of a batch file can be. */
export const COLUMNS = ['service_code', 'subject', 'purpose', 'reference', ...PARAMETER_NAMES] as const;
export type Column = (typeof COLUMNS)[number];

/** Alternative names for these columns; compared ignoring case, spaces and punctuation. */
const SPELLINGS: Readonly<Record<string, Column>> = {
  service: 'service_code',
  check: 'service_code',
  product: 'service_code',
  id: 'subject',
  id_no: 'subject',
  id_nr: 'subject',
  id_number: 'subject',
  identity_number: 'subject',
  identity_no: 'subject',
  said: 'subject',
  said_number: 'subject',
  name: 'subject',
  full_name: 'subject',
  phone: 'subject',
  phone_number: 'subject',
  mobile: 'subject',
  cell: 'subject',
  cell_number: 'subject',
  registration_number: 'subject',
  company_number: 'subject',
  company_registration: 'subject',
  vehicle_registration: 'subject',
  number_plate: 'subject',
  file_number: 'subject',
  ...Object.fromEntries(INPUT_TYPES.map((type) => [type, 'subject' as const])),
  reason: 'purpose',
  ref: 'reference',
  case: 'reference',
  case_reference: 'reference',
  your_reference: 'reference',
  my_reference: 'reference',
  country_code: 'country',
  vin_number: 'vin',
};

/** Returns the column with this name, ignoring case, spaces and punctuation; undefined if there is none. */
export function columnCalled(name: string): Column | undefined {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
  return COLUMNS.find((column) => column === plain) ?? SPELLINGS[plain];
}
