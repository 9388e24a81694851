/**
 * The input types as contract 4.5 states them, written out a second time: character by character, without regular
 * expressions or libraries, slow and easy to check against the text. Each gives the clean form, or undefined.
 */
const DIGITS = '0123456789';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const isDigits = (text: string): boolean => text !== '' && [...text].every((one) => DIGITS.includes(one));

const withoutSpacesAndHyphens = (raw: string): string =>
  [...raw].filter((one) => one !== ' ' && one !== '-').join('');

function upperCase(text: string): string {
  return [...text].map((one) => (one >= 'a' && one <= 'z' ? one.toUpperCase() : one)).join('');
}

const THIRTY_DAYS = [4, 6, 9, 11];

function daysIn(month: number, year: number): number {
  if (month === 2) {
    const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
    return leap ? 29 : 28;
  }
  return THIRTY_DAYS.includes(month) ? 30 : 31;
}

/** Whether there is such a day; months count from 1. */
export function dayExists(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(month, year);
}

/**
 * Luhn: from the right, the second, fourth … digit is doubled; the digits of all results add up to a multiple of 10.
 */
function luhn(number: string): boolean {
  let sum = 0;
  let second = false;
  for (const digit of [...number].reverse()) {
    const value = String(second ? Number(digit) * 2 : Number(digit));
    for (const part of value) sum += Number(part);
    second = !second;
  }
  return String(sum).endsWith('0');
}

/** `YYMMDD SSSS C A Z`, of a date that was or will be in 19YY or 20YY. */
export function plainIdentityNumber(raw: string): string | undefined {
  const number = withoutSpacesAndHyphens(raw);
  if (!isDigits(number) || number.length !== 13) return undefined;
  const [year, month, day] = [number.slice(0, 2), number.slice(2, 4), number.slice(4, 6)].map(Number);
  const born = [1900, 2000].some((century) => dayExists(century + (year ?? 0), month ?? 0, day ?? 0));
  const citizenship = number.charAt(10);
  const known = citizenship === '0' || citizenship === '1' || citizenship === '2';
  return born && known && luhn(number) ? number : undefined;
}

/** Two to six letters, then six to twelve digits. */
export function plainFileNumber(raw: string): string | undefined {
  const number = upperCase(withoutSpacesAndHyphens(raw));
  let letters = 0;
  while (letters < number.length && LETTERS.includes(number.charAt(letters))) letters += 1;
  const digits = number.slice(letters);
  const fits = letters >= 2 && letters <= 6 && digits.length >= 6 && digits.length <= 12;
  return fits && isDigits(digits) ? number : undefined;
}

/** Year, six digits and two digits with a slash or nothing between; the year from 1800 to `thisYear`. */
export function plainCompanyNumber(raw: string, thisYear: number): string | undefined {
  const text = withoutSpacesAndHyphens(raw);
  const year = text.slice(0, 4);
  let rest = text.slice(4);
  if (rest.startsWith('/')) rest = rest.slice(1);
  const serial = rest.slice(0, 6);
  rest = rest.slice(6);
  if (rest.startsWith('/')) rest = rest.slice(1);
  if (year.length !== 4 || serial.length !== 6 || rest.length !== 2) return undefined;
  if (!isDigits(year + serial + rest) || Number(year) < 1800 || Number(year) > thisYear) return undefined;
  return [year, serial, rest].join('/');
}

/** Two to ten letters and digits, one letter at least. */
export function plainPlate(raw: string): string | undefined {
  const plate = upperCase(withoutSpacesAndHyphens(raw));
  const fits = plate.length >= 2 && plate.length <= 10;
  const allowed = [...plate].every((one) => LETTERS.includes(one) || DIGITS.includes(one));
  return fits && allowed && [...plate].some((one) => LETTERS.includes(one)) ? plate : undefined;
}

/** Seventeen letters and digits, none of them I, O or Q. */
export function plainVin(raw: string): string | undefined {
  const vin = upperCase(withoutSpacesAndHyphens(raw));
  const allowed = [...vin].every((one) => (LETTERS + DIGITS).includes(one) && !'IOQ'.includes(one));
  return vin.length === 17 && allowed ? vin : undefined;
}

/** One space between words, 2 to 200 characters, at least two letters; for texts in ASCII. */
export function plainName(raw: string): string | undefined {
  const name = raw
    .split(' ')
    .filter((word) => word !== '')
    .join(' ');
  const letters = [...upperCase(name)].filter((one) => LETTERS.includes(one)).length;
  return name.length >= 2 && name.length <= 200 && letters >= 2 ? name : undefined;
}
