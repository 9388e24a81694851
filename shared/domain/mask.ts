import { countCharacters } from './characters.js';
import { foldCharacter, foldedFrom, foldText } from './fold-text.js';
import { mapTexts } from './map-texts.js';
import { finderOf, MIN_ENCODED_LENGTH, replaceFound } from './unescape-text.js';

/** How many characters a masked subject still shows; a subject no longer than this shows none (contract 4.4). */
const SHOWN = 4;

/** Masks a subject for display: all but the last four characters (code points) become asterisks (contract 4.4). */
export function maskSubject(subject: string): string {
  const characters = [...subject];
  const hidden = characters.length > SHOWN ? characters.length - SHOWN : characters.length;
  return '*'.repeat(hidden) + characters.slice(hidden).join('');
}

/**
 * Returns a deep copy of JSON data with the subject masked wherever it occurs: in strings, in numbers (which become
 * strings) and in object keys; in any letter case, with or without diacritics, in the digits of any script, with any
 * separators between its characters (fold-text.ts); the words of a name in any order; a South African phone number also
 * in its national form, a number also without its leading zeros where it is a whole number, and a name also with two
 * letters for an umlaut or the reverse; escaped as in URLs, HTML and JSON texts (unescape-text.ts), and in base64
 * (encoded-text.ts). Linear in the data for a subject of bounded length; recurses as deep as the data.
 */
export function maskWithin<T>(value: T, subject: string): T {
  return mapTexts(value, maskerOf(subject)) as T;
}

/** Masks a subject in one text after the other like `maskWithin`, which works out its forms each time. */
export function maskerOf(subject: string): (text: string) => string {
  const written = writtenForms(subject);
  const masked = maskSubject(subject);
  const long = written.forms.filter(({ folded }) => folded.length >= MIN_ENCODED_LENGTH);
  const finder = finderOf({
    find: (text) => findForms(text, written).map((range) => ({ ...range, by: masked })),
    mayBeIn: (text) => long.some(({ folded }) => text.includes(folded)),
  });
  return (text) => replaceFound(text, finder);
}

/** One way to write the subject, folded. */
interface Form {
  folded: string;
  /** `word`: not an echo when adjacent to letters or digits; `number`: when adjacent to digits. */
  stands: 'anywhere' | 'word' | 'number';
}

/** All ways to write a subject. */
interface Written {
  forms: readonly Form[];
  /** Length of the shortest form, in units. */
  shortest: number;
  /** The beginning of the subject that folding drops: the plus of a phone number. */
  lead: string;
}

/** A range in a text. */
interface Range {
  start: number;
  end: number;
}

const SOUTH_AFRICAN_NUMBER = /^\+27\d{9}$/;
/** Up to this many words, all orders are searched for; for more, only rotations: surname first. */
const MAX_SHUFFLED_WORDS = 4;

function writtenForms(subject: string): Written {
  const forms = formsOf(subject);
  const shortest = Math.min(...forms.map(({ folded }) => folded.length));
  return { forms, shortest, lead: /^\+*/.exec(subject)?.[0] ?? '' };
}

function formsOf(subject: string): Form[] {
  const folded = foldText(subject);
  if (folded === '') return [];
  const spellings = [subject, ...transliterations(subject)];
  const written = new Set([folded, ...nationalForms(subject), ...spellings.flatMap(ordersOf)]);
  return [
    ...[...written].map((form) => ({ folded: form, stands: standsOf(form) }) as const),
    ...[...written].flatMap(withoutLeadingZeros),
  ];
}

/** A subject this short also occurs inside ordinary words, so it is an echo only as a word of its own. */
function standsOf(form: string): 'anywhere' | 'word' {
  return countCharacters(form) > SHOWN ? 'anywhere' : 'word';
}

const UMLAUT = /[äöüåø]/g;
const TWO_LETTERS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** A name as passports and keyboards without umlauts write it (ICAO 9303-3, 6), and the other way round. */
function transliterations(subject: string): string[] {
  const small = subject.normalize('NFC').toLowerCase();
  const longer = small.replace(UMLAUT, (letter) => TWO_LETTERS[letter] ?? letter);
  const shorter = small.replace(/aa|([aou])e/g, (_, letter: string = 'a') => letter);
  return [longer, shorter].filter((spelling) => spelling !== small);
}

function nationalForms(subject: string): string[] {
  return SOUTH_AFRICAN_NUMBER.test(subject) ? [`0${subject.slice('+27'.length)}`] : [];
}

const SPACES = /[\s,;]+/u;

/** The words of a subject in the orders registers use. */
function ordersOf(subject: string): string[] {
  const words = subject
    .split(SPACES)
    .map((word) => foldText(word))
    .filter((word) => word !== '');
  if (words.length <= MAX_SHUFFLED_WORDS) return permutations(words).map((order) => order.join(''));
  return words.map((_, first) => [...words.slice(first), ...words.slice(0, first)].join(''));
}

function permutations(words: readonly string[]): string[][] {
  if (words.length <= 1) return [[...words]];
  return words.flatMap((word, index) =>
    permutations(words.filter((_, other) => other !== index)).map((rest) => [word, ...rest]),
  );
}

const LED_BY_ZEROS = /^0+([1-9]\d+)$/;

/**
 * A register that stores numbers as numbers loses leading zeros: 0001010000071 comes back as 1010000071. So short a run
 * of digits also occurs inside longer numbers, where it is no echo, so only a whole number counts.
 */
function withoutLeadingZeros(form: string): Form[] {
  const significant = LED_BY_ZEROS.exec(form)?.[1];
  if (significant === undefined || significant.length <= SHOWN) return [];
  return [{ folded: significant, stands: 'number' }];
}

/** Characters that do not grow when folded. */
const PLAIN = /^[\0-\x7f]*$/;

function findForms(text: string, { forms, shortest, lead }: Written): Range[] {
  if (text.length < shortest && PLAIN.test(text)) return [];
  const folded = foldText(text);
  const present = forms.filter((form) => folded.includes(form.folded));
  if (present.length === 0) return [];
  const from = foldedFrom(text);
  const ranges = present.flatMap((form) => {
    const found: Range[] = [];
    for (let at = folded.indexOf(form.folded); at !== -1; at = folded.indexOf(form.folded, at + 1)) {
      const start = from[at] ?? 0;
      const last = from[at + form.folded.length - 1] ?? 0;
      const range = { start, end: last + lengthAt(text, last) };
      if (standsAlone(text, range, form)) addTo(found, withLead(text, range, lead));
    }
    return found;
  });
  return merged(ranges);
}

function lengthAt(text: string, index: number): number {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}

function withLead(text: string, { start, end }: Range, lead: string): Range {
  const before = start - lead.length;
  return text.slice(Math.max(0, before), start) === lead ? { start: before, end } : { start, end };
}

const LAST_CHARACTER = /.$/su;

function standsAlone(text: string, { start, end }: Range, { stands }: Form): boolean {
  if (stands === 'anywhere') return true;
  const before = LAST_CHARACTER.exec(text.slice(Math.max(0, start - 2), start))?.[0];
  return [before?.codePointAt(0), text.codePointAt(end)].every((neighbour) => {
    const kind = neighbour === undefined ? 'gap' : foldCharacter(neighbour).kind;
    return kind !== 'digit' && (kind !== 'letter' || stands === 'number');
  });
}

/** Overlapping matches are replaced together: the remainder of one must not complete the next. */
function merged(ranges: Range[]): Range[] {
  const together: Range[] = [];
  for (const range of ranges.sort((one, other) => one.start - other.start)) addTo(together, range);
  return together;
}

function addTo(ranges: Range[], range: Range): void {
  const last = ranges.at(-1);
  if (last === undefined || range.start >= last.end) ranges.push(range);
  else last.end = Math.max(last.end, range.end);
}
