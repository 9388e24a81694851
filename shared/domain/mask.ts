/** How many characters a masked subject still shows; one that has no more than these shows none (contract 4.4). */
const SHOWN = 4;

/** The subject as anybody may see it: all but the last four characters (code points) are asterisks (contract 4.4). */
export function maskSubject(subject: string): string {
  const characters = [...subject];
  const hidden = characters.length > SHOWN ? characters.length - SHOWN : characters.length;
  return '*'.repeat(hidden) + characters.slice(hidden).join('');
}

/**
 * A deep copy of JSON data in which the masked subject stands wherever the subject was: in strings, in numbers (which
 * then become strings) and in object keys; in any letter case, with spaces, hyphens, slashes, dots or brackets between
 * its characters, a South African phone number also in its national form, and a number also without the zeros that it
 * begins with, where nothing but a number is left of them. Linear in the data for a subject of bounded length; recurses
 * as deep as the data.
 */
export function maskWithin<T>(value: T, subject: string): T {
  const occurrence = occurrencePattern(subject);
  if (occurrence === undefined) return structuredClone(value);
  const masked = maskSubject(subject);
  return copyMasked(value, (text) => replaceOccurrences(text, occurrence, masked)) as T;
}

// Our own field names and the provider's (`full_name`, `dateOfBirth`). They are no echo, even of a subject who is
// called "Score" or "Data", and a report with a masked field name could not be read.
const FIELD_NAME = /^[a-z][A-Za-z_]*$/;

function copyMasked(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value === 'number') {
    const text = String(value);
    const masked = mask(text);
    return masked === text ? value : masked;
  }
  if (Array.isArray(value)) return value.map((item) => copyMasked(item, mask));
  if (typeof value !== 'object' || value === null) return value;
  // fromEntries defines properties, so a key `__proto__` stays data.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      FIELD_NAME.test(key) ? key : mask(key),
      copyMasked(item, mask),
    ]),
  );
}

/** Overlapping occurrences give way together: the tail that one leaves must not complete the next. */
function replaceOccurrences(text: string, occurrence: RegExp, masked: string): string {
  let result = '';
  let end = 0;
  for (const match of text.matchAll(occurrence)) {
    if (match.index >= end) result += text.slice(end, match.index) + masked;
    end = Math.max(end, match.index + (match[1] ?? '').length);
  }
  return result + text.slice(end);
}

// What may stand between two characters of an occurrence. The diacritics are those of decomposed letters.
const GAP = String.raw`[\s\p{Pd}\/.()\u0300-\u036F]`;
const GAPS = new RegExp(GAP, 'gu');
const DIACRITICS = /[\u0300-\u036F]/gu;
const SOUTH_AFRICAN_NUMBER = /^\+27\d{9}$/;

/** Matches, without consuming, at every place where the subject stands; group 1 is the text of the occurrence. */
function occurrencePattern(subject: string): RegExp | undefined {
  const characters = [...subject.replace(GAPS, '')];
  if (characters.length === 0) return undefined;
  const written = writtenForms(subject).map((form) => form.replace(GAPS, ''));
  const forms = [...written.map((form) => formPattern([...form])), ...written.flatMap(withoutLeadingZeros)];
  const anywhere = `(?=(${forms.join('|')}))`;
  // A subject this short also turns up inside ordinary words, so only a word of its own is an echo of it.
  const wholeWord = String.raw`(?<![\p{L}\p{N}])(?=(${forms.join('|')})(?![\p{L}\p{N}]))`;
  return new RegExp(characters.length > SHOWN ? anywhere : wholeWord, 'giu');
}

function writtenForms(subject: string): string[] {
  if (!SOUTH_AFRICAN_NUMBER.test(subject)) return [subject];
  return [subject, subject.slice('+'.length), `0${subject.slice('+27'.length)}`];
}

const LED_BY_ZEROS = /^0+([1-9]\d+)$/;

/**
 * A register that keeps numbers as numbers loses the zeros in front: 0001010000071 comes back as 1010000071. So short a
 * run of digits also stands inside longer numbers, where it is no echo, so only a whole number counts.
 */
function withoutLeadingZeros(form: string): string[] {
  const significant = LED_BY_ZEROS.exec(form)?.[1];
  if (significant === undefined || significant.length <= SHOWN) return [];
  return [String.raw`(?<!\d)${formPattern([...significant])}(?!\d)`];
}

/** No character of a form is a gap, so each step of the pattern has one way to match and nothing is tried twice. */
function formPattern(characters: readonly string[]): string {
  return characters.map(characterPattern).join(`${GAP}*`);
}

/** The character itself, or decomposed without its diacritics, as registers in capitals write names. */
function characterPattern(character: string): string {
  const bare = character.normalize('NFD').replace(DIACRITICS, '');
  return bare === character ? escaped(character) : `(?:${escaped(character)}|${escaped(bare)})`;
}

function escaped(text: string): string {
  return [...text].map((character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`).join('');
}
