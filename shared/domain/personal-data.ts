import { hasIdentityNumber, maskIdentityNumbers } from './identity-numbers.js';
import { maskWithin } from './mask.js';

/**
 * Whether a text holds a valid South African identity number as a complete run of digits (contract 4.1). With
 * `separated`, also with any separators between its digits: for free text, not for keys, because a random UUID must
 * never be taken for one.
 */
export function holdsIdentityNumber(text: string, options: { separated?: boolean } = {}): boolean {
  return hasIdentityNumber(text, options.separated === true ? 'whole' : 'unbroken');
}

/** Whether a text to be kept permanently holds an identity number or one of these forms of a subject. */
export function namesSomebody(text: string, subjects: readonly string[]): boolean {
  return (
    holdsIdentityNumber(text, { separated: true }) ||
    subjects.some((subject) => maskWithin(text, subject) !== text)
  );
}

/** Masks the subject and every identity number in a text that people wrote about a case. */
export function maskText(text: string, subject: string): string {
  return maskIdentityNumbers(maskWithin(text, subject), () => 'whole');
}
