import { isIdentityNumber } from './input-types/identity-number.js';
import { maskWithin } from './mask.js';

const ID_DIGITS = 13;
const DIGIT_GROUPS = /\d+/gu;
const SEPARATED_DIGIT_GROUPS = /\d+(?:[\s\p{Pd}]\d+)*/gu;
const SEPARATOR = /[\s\p{Pd}]/u;

/**
 * Whether a text holds a valid South African identity number as a whole run of digits (contract 4.1). With `separated`
 * also as consecutive groups of digits with one space or hyphen between: for free text, not for keys, because a random
 * UUID must never be taken for one.
 */
export function holdsIdentityNumber(text: string, options: { separated?: boolean } = {}): boolean {
  const sequences = text.match(options.separated === true ? SEPARATED_DIGIT_GROUPS : DIGIT_GROUPS) ?? [];
  return sequences.some((sequence) => {
    const groups = sequence.split(SEPARATOR);
    return groups.some((_, start) => startsWithIdentityNumber(groups.slice(start, start + ID_DIGITS)));
  });
}

function startsWithIdentityNumber(groups: readonly string[]): boolean {
  let digits = '';
  for (const group of groups) {
    digits += group;
    if (digits.length >= ID_DIGITS) break;
  }
  return isIdentityNumber(digits);
}

/** Whether a text that is kept for good holds an identity number, or one of these forms of a subject. */
export function namesSomebody(text: string, subjects: readonly string[]): boolean {
  return (
    holdsIdentityNumber(text, { separated: true }) ||
    subjects.some((subject) => maskWithin(text, subject) !== text)
  );
}
