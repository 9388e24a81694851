import { firstCharacters } from './characters.js';
import { maskSubject } from './mask.js';
import { holdsIdentityNumber } from './personal-data.js';

const LONGEST_NAME = 100;

/**
 * A field name chosen by the caller, made safe to show in an error: limited in length, and masked if it holds an
 * identity number, which no error may show in full.
 */
export function echoName(name: string): string {
  const shown = holdsIdentityNumber(name, { separated: true }) ? maskSubject(name) : name;
  return firstCharacters(shown, LONGEST_NAME);
}
