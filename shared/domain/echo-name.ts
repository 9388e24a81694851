import { firstCharacters } from './characters.js';
import { maskSubject } from './mask.js';
import { holdsIdentityNumber } from './personal-data.js';

const LONGEST_NAME = 100;

/**
 * A field name of the caller's own, as an error may show it: to help, but not at any length, and masked when it holds
 * an identity number, which no error may carry whole.
 */
export function echoName(name: string): string {
  const shown = holdsIdentityNumber(name, { separated: true }) ? maskSubject(name) : name;
  return firstCharacters(shown, LONGEST_NAME);
}
