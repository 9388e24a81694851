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

const LETTERS_AND_DIGITS = /[\p{L}\p{N}\p{M}]/gu;

/**
 * A deep copy of a provider's JSON in which no name can be read: whose field is called one, `surname`, `full_name`,
 * `companyName`, has an asterisk for every letter, with all that is below it. Whoever it is: providers mix answers up.
 */
export function maskNames(value: unknown, isName = false): unknown {
  if (typeof value === 'string') return isName ? value.replace(LETTERS_AND_DIGITS, '*') : value;
  if (Array.isArray(value)) return value.map((item) => maskNames(item, isName));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, maskNames(item, isName || isNameField(key))]),
  );
}

function isNameField(key: string): boolean {
  const words = key.split(NO_LETTERS).flatMap((part) => part.split(CAPITAL));
  return words.some((word) => word.toLowerCase().endsWith('name') || NAME_WORDS.has(word.toLowerCase()));
}
