import { compact } from './compact.js';
import { accept, type InputRule, refuse } from './rule.js';

const REGISTRATION_NUMBER = /^(\d{4})\/?(\d{6})\/?(\d{2})$/;
const LETTER_K_FORM = /^C?K\d/i;
const YEAR_APART = /^\s*(?:1[89]|20)\d\d[\s\p{Pd}/]/u;
const TWELVE_DIGITS = /^\d{12}$/;

const EARLIEST_YEAR = 1800;
// South Africa is two hours ahead of UTC all year, so its new year begins before UTC's.
const SOUTH_AFRICA_AHEAD_MS = 2 * 60 * 60 * 1000;

/** Company registration number, `YYYY/NNNNNN/NN`, with a year from 1800 to the current one (contract 4.5). */
export const cleanCompanyRegistrationNumber: InputRule = (raw, now) => {
  const text = compact(raw);
  if (LETTER_K_FORM.test(text)) {
    return refuse(
      'Numbers that start with K are not accepted: use the number on the registration certificate, without letters, ' +
        'as YYYY/NNNNNN/NN, for example 2000/000001/07.',
    );
  }
  const match = REGISTRATION_NUMBER.exec(text);
  if (match === null) {
    return refuse('Enter the registration number as YYYY/NNNNNN/NN, for example 2000/000001/07.');
  }
  const [, year, serial, kind] = match;
  const thisYear = new Date(now.getTime() + SOUTH_AFRICA_AHEAD_MS).getUTCFullYear();
  if (Number(year) < EARLIEST_YEAR || Number(year) > thisYear) {
    return refuse(
      `The first four digits must be a year from ${EARLIEST_YEAR} to the current one: check the year of registration.`,
    );
  }
  return accept(`${year}/${serial}/${kind}`);
};

/** Whether a refused text was probably meant as a company number rather than an identity number. */
export function resemblesCompanyNumber(raw: string): boolean {
  const text = compact(raw);
  return LETTER_K_FORM.test(text) || text.includes('/') || YEAR_APART.test(raw) || TWELVE_DIGITS.test(text);
}
