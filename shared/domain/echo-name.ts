import { firstCharacters } from './characters.js';
import { maskSubject } from './mask.js';
import { holdsIdentityNumber } from './personal-data.js';

const MAX_NAME_LENGTH = 100;
const FIELD_NAME = /^[\w.[\]-]*$/;
const DIGIT = /\d/g;
/** Names of fields have hardly any digits; plates, phone and file numbers have more. */
const MAX_DIGITS = 2;

/**
 * A field name chosen by the caller, made safe to show in an error: limited in length, and masked unless it looks like
 * the name of a field, because the caller may have sent a subject in its place, which no error may show in full.
 */
export function echoName(name: string): string {
  return echo(name, !FIELD_NAME.test(name) || (name.match(DIGIT)?.length ?? 0) > MAX_DIGITS);
}

/**
 * The heading of a column, which people choose as they like, made safe to show: limited in length, and masked if it
 * holds an identity number.
 */
export function echoHeading(heading: string): string {
  return echo(heading, false);
}

function echo(name: string, hidden: boolean): string {
  const shown = hidden || holdsIdentityNumber(name, { separated: true }) ? maskSubject(name) : name;
  return firstCharacters(shown, MAX_NAME_LENGTH);
}
