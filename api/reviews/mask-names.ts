import { maskCapitals } from './mask-capitals.js';

/** Words that fields of names consist of, beside those that end in "name". */
const NAME_WORDS: ReadonlySet<string> = new Set([
  'names',
  'surnames',
  'forenames',
  'initials',
  'alias',
  'aliases',
]);
const CAPITAL = /(?<=[a-z])(?=[A-Z])/;
const NO_LETTERS = /[^A-Za-z]+/;

/** One word, as programs write it: what a text says of somebody has spaces. */
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;
const LETTERS_AND_DIGITS = /[\p{L}\p{N}\p{M}]/gu;

/** Words that fields end in whose texts are codes, kinds and places: a person needs them to judge an answer. */
const SPEAKING_WORDS: ReadonlySet<string> = new Set([
  'status',
  'code',
  'reference',
  'type',
  'gender',
  'citizenship',
  'country',
  'province',
  'city',
  'suburb',
  'line',
  'make',
  'model',
  'colour',
  'color',
  'lists',
  'topics',
  'share',
]);

/**
 * A deep copy of a provider's JSON in which no name can be read, whoever it is: providers mix answers up. What is in a
 * field that is called one, `surname`, `full_name`, `companyName`, has an asterisk for every letter, with all that is
 * below it; any other text for those of every word that may be a name.
 */
export function maskNames(value: unknown, key = '', isName = false): unknown {
  if (typeof value === 'string') {
    if (isName) return value.replace(LETTERS_AND_DIGITS, '*');
    return SPEAKING_WORDS.has(wordsOf(key).at(-1) ?? '') ? value : maskCapitals(value);
  }
  if (Array.isArray(value)) return value.map((item) => maskNames(item, key, isName));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      FIELD_NAME.test(name) ? name : maskCapitals(name),
      maskNames(item, name, isName || isNameField(name)),
    ]),
  );
}

function isNameField(key: string): boolean {
  return wordsOf(key).some((word) => word.endsWith('name') || NAME_WORDS.has(word));
}

/** The words of a field, in small letters. */
function wordsOf(key: string): string[] {
  return key
    .split(NO_LETTERS)
    .flatMap((part) => part.split(CAPITAL))
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}
