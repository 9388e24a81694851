import type { InputType } from '../../../shared/domain/input-type.js';
import type { JsonSchema } from '../../openapi/json-schema.js';

/**
 * Spaces and hyphens are allowed anywhere in a number (contract 4.5). "Neither an ASCII letter nor digit" covers all of
 * them and means the same in every regular-expression dialect, unlike `\s` and `\p{Pd}`.
 */
export const GAP = '[^0-9A-Za-z]*';
// No ASCII letters; beyond ASCII a pattern cannot tell letters from other characters in every dialect.
const NO_LETTER = '[ -@\\[-`{-~]';
const LETTER = '[^ -@\\[-`{-~]';

/**
 * The pattern of each input type, as far as a pattern can express it: check digits, dates and number ranges are checked
 * beyond it. Every accepted subject matches its pattern.
 */
export const SUBJECT_SCHEMAS: Readonly<Record<InputType, JsonSchema>> = {
  sa_id_number: {
    description:
      'South African identity number `YYMMDD SSSS C A Z`: 13 digits, a date of birth that exists, a citizenship digit of 0, 1 or 2 and a Luhn check digit.',
    pattern: `^(?:${GAP}[0-9]){13}${GAP}$`,
    examples: ['0001010000071', '000101 0001 079'],
  },
  refugee_file_number: {
    description: 'File number of a refugee or asylum permit: two to six letters, then six to twelve digits.',
    pattern: `^(?:${GAP}[A-Za-z]){2,6}(?:${GAP}[0-9]){6,12}${GAP}$`,
    examples: ['PTASYN000000001'],
  },
  contact_number: {
    description:
      'South African phone number of a subscriber, national or international; service numbers are refused.',
    pattern: `^${GAP}[0-9][^A-Za-z]*$`,
    examples: ['+27710000001', '071 000 0001'],
  },
  company_registration_number: {
    description:
      'Company registration number `YYYY/NNNNNN/NN`, with slashes, spaces, hyphens or nothing between.',
    pattern: `^(?:${GAP}[0-9]){12}${GAP}$`,
    examples: ['2000/000001/07', '200000000107'],
  },
  vehicle_registration_number: {
    description: 'Registration (plate) number: two to ten letters and digits with at least one letter.',
    pattern: `^(?:${GAP}[A-Za-z0-9]){2,10}${GAP}$`,
    examples: ['TST001GP', 'TST 001 GP'],
  },
  name: {
    description:
      'Full name of a person or company in any script: 2 to 200 characters with at least two letters.',
    pattern: `${LETTER}${NO_LETTER}*${LETTER}`,
    minLength: 2,
    examples: ['Test Subject One'],
  },
};
