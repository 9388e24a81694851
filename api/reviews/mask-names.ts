import { maskCapitals } from './mask-capitals.js';

/** Words in the names of name fields, besides those that end in "name". */
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

/** A single identifier, as programs write it: text about a person contains spaces. */
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;
const LETTERS_AND_DIGITS = /[\p{L}\p{N}\p{M}]/gu;

/** Final words of fields whose texts are codes, kinds and places: a reviewer needs them to judge an answer. */
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
 * Returns a deep copy of a provider's JSON in which no name can be read, whoever's: providers mix up answers. In name
 * fields, such as `surname`, `full_name`, `companyName`, every letter becomes an asterisk, nested values included; in
 * any other text, only the letters of words that may be names.
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

/** The words of a field name, in lower case. */
function wordsOf(key: string): string[] {
  return key
    .split(NO_LETTERS)
    .flatMap((part) => part.split(CAPITAL))
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}
