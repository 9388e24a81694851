import { compact } from './compact.js';
import { accept, type InputRule, refuse } from './rule.js';

const THIRTEEN_DIGITS = /^\d{13}$/;
const ZERO = 48;

/** South African identity number (contract 4.5), with spaces and hyphens anywhere. */
export const cleanIdentityNumber: InputRule = (raw) => {
  const number = compact(raw);
  const fault = faultOf(number);
  return fault === undefined ? accept(number) : refuse(fault);
};

/** Whether the text is an identity number and nothing else. */
export function isIdentityNumber(text: string): boolean {
  // Check digit first: it is quick and excludes nine in ten, and every run of digits is tested.
  return passesLuhn(text) && faultOf(text) === undefined;
}

/**
 * Returns what is wrong with a number of the form `YYMMDD SSSS C A Z`: YYMMDD must be a date that exists in 19YY or
 * 20YY, C is citizenship, Z a Luhn check digit. A, once a race code, and the age do not affect validity.
 */
function faultOf(number: string): string | undefined {
  if (!THIRTEEN_DIGITS.test(number)) {
    return 'Enter the 13 digits of a South African identity number, for example 0001010000071.';
  }
  if (!startsWithBirthDate(number)) {
    return 'The first six digits must be a date, YYMMDD: check them against the identity document.';
  }
  if (!'012'.includes(number.charAt(10))) {
    return 'The eleventh digit must be 0, 1 or 2: check it against the identity document.';
  }
  if (!passesLuhn(number)) {
    return 'The last digit does not match the others: check all 13 digits against the identity document.';
  }
  return undefined;
}

function startsWithBirthDate(number: string): boolean {
  const part = (start: number): number => Number(number.slice(start, start + 2));
  return [1900, 2000].some((century) => isDate(century + part(0), part(2), part(4)));
}

function isDate(year: number, month: number, day: number): boolean {
  // A date that does not exist rolls over into another month.
  return new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1;
}

/**
 * ISO/IEC 7812-1, annex B: from the right every second digit is doubled, and the digit sum ends in 0. With thirteen
 * digits these are the same positions from the left.
 */
function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < number.length; index += 1) {
    const weighted = (number.charCodeAt(index) - ZERO) * (index % 2 === 0 ? 1 : 2);
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
