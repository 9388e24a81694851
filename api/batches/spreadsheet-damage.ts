import { COLUMNS } from '../../shared/domain/batch-columns.js';
import type { FieldFault } from '../../shared/domain/faults.js';
import { cleanSubject } from '../../shared/domain/input-types.js';
import type { Service } from '../../shared/services/index.js';
import { isFormulaError } from './file/formula-errors.js';

// 8.00102E+12, as spreadsheets write long numbers, also with a decimal comma.
const SCIENTIFIC = /^[+-]?\d(?:[.,]\d+)?E[+-]?\d+$/i;
const IDENTITY_DIGITS = 13;
// Seven digits at most survive in a column of ordinary width.
const LOST_DIGITS = /^\d{7}0{6}$/;

const FORMULA =
  'A formula gave an error such as #N/A, or the file has no result of it. Open the file in a spreadsheet program, correct the formula, and save it again.';
const MERGED =
  'It is merged with the cell above it. Unmerge the cells, fill in each row, and save the file again.';
const HOW = 'Format the column as text before you type or paste into it, and save the file again.';

/**
 * Detects what a spreadsheet has mangled beyond recovery: a subject, any text that it took for a date, what a formula
 * was to give, and what stands in another row.
 */
export function findDamage(
  row: Readonly<Record<string, unknown>>,
  service: Service | undefined,
  now: Date,
): FieldFault[] {
  const failed = COLUMNS.filter((field) => isFailed(row[field]));
  const dates = COLUMNS.filter((field) => isObjectWith(row[field], 'date'));
  const merged = COLUMNS.filter((field) => isObjectWith(row[field], 'merged'));
  const subject = damageOfSubject(row.subject, service, now);
  return [
    ...(subject === undefined ? [] : [damage('subject', subject)]),
    ...dates.map((field) => damage(field, 'a date')),
    ...failed.map((field) => ({ field, code: 'damaged_by_spreadsheet', message: FORMULA })),
    ...merged.map((field) => ({ field, code: 'damaged_by_spreadsheet', message: MERGED })),
  ];
}

/** What a spreadsheet has turned a subject into, if it has. */
function damageOfSubject(subject: unknown, service: Service | undefined, now: Date): string | undefined {
  if (typeof subject !== 'string') return undefined;
  const text = subject.trim();
  if (SCIENTIFIC.test(text)) return 'a number such as 1.23E+12';
  if (/^#+$/.test(text)) return 'a row of # signs';
  if (service === undefined || !service.input.types.includes('sa_id_number')) return undefined;
  if (lostDigits(text, service, now)) return 'a number such as 1.23E+12';
  if (lostZeros(text, service, now)) return 'a number without its leading zeros';
  return undefined;
}

/** What a cell is instead of a text. */
function isObjectWith(value: unknown, kind: 'date' | 'merged'): boolean {
  return typeof value === 'object' && value !== null && kind in value;
}

function isFailed(value: unknown): boolean {
  return typeof value === 'string' && isFormulaError(value.trim());
}

/** 8.00102E+12 written out: what came after the first digits is gone, and with it the check digit is wrong. */
function lostDigits(text: string, service: Service, now: Date): boolean {
  return LOST_DIGITS.test(text) && !cleanSubject(service, text, now).ok;
}

function lostZeros(text: string, service: Service, now: Date): boolean {
  if (!/^\d{6,12}$/.test(text)) return false;
  const padded = cleanSubject(service, text.padStart(IDENTITY_DIGITS, '0'), now);
  return padded.ok && padded.type === 'sa_id_number' && !cleanSubject(service, text, now).ok;
}

function damage(field: string, what: string): FieldFault {
  return {
    field,
    code: 'damaged_by_spreadsheet',
    message: `A spreadsheet has turned this into ${what}. ${HOW}`,
  };
}
