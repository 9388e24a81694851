import { countCharacters, firstCharacters, hasAtMost } from '../../shared/domain/characters.js';
import { replaceLongRuns } from '../../shared/domain/encoded-text.js';
import { maskIdentityNumbers } from '../../shared/domain/identity-numbers.js';
import { mapTexts } from '../../shared/domain/map-texts.js';
import { maskSubject, maskWithin } from '../../shared/domain/mask.js';
import { maskCapitals } from './mask-capitals.js';
import { maskNames } from './mask-names.js';

/** A person reads the words; a whole web page would only bury them. */
const MAX_STRING_LENGTH = 1_000;
const MAX_TEXT_LENGTH = 20_000;

const BEGINS_AS_JSON = /^\s*[[{"]/;

/**
 * The provider's answer as support sees it by default: JSON as data, anything else as text, very long strings cut with
 * their length stated, photographs and other files left out. It may be about anyone (architecture 7), so the subject,
 * every identity number, every name and whomever the provider says it is about are masked.
 */
export function presentAnswer(answer: string, subject: string): unknown {
  try {
    const read = mapTexts(parse(answer), withoutFiles);
    const data = maskEchoes(maskWithin(read, subject), maskSubject(subject));
    return shorten(maskIdentityNumbers(maskNames(data), anywhere), MAX_STRING_LENGTH);
  } catch (error) {
    // Masking recurses as deep as the data, and a broken provider may nest without end.
    if (error instanceof RangeError) return '(too deeply nested to show)';
    // In broken JSON nobody can tell where a name or number is.
    if (BEGINS_AS_JSON.test(answer)) return `(broken JSON, ${countCharacters(answer)} characters)`;
    const masked = maskCapitals(maskWithin(withoutFiles(answer), subject));
    return shorten(maskIdentityNumbers(masked, anywhere), MAX_TEXT_LENGTH);
  }
}

/** Nobody can read a file in base64, and looking into it for whom it names takes long. */
function withoutFiles(text: string): string {
  return replaceLongRuns(text, MAX_STRING_LENGTH, (length) => `(file, ${length} characters)`);
}

/** The provider's answer as received: JSON as data, anything else as text. */
export function openAnswer(answer: string): unknown {
  try {
    return parse(answer);
  } catch {
    return answer;
  }
}

/** Throws SyntaxError for anything but JSON. */
function parse(answer: string): unknown {
  return JSON.parse(answer);
}

function anywhere(): 'anywhere' {
  return 'anywhere';
}

/** Masks the members that repeat the subject, at any depth, if they name someone else. */
function maskEchoes(data: unknown, masked: string): unknown {
  if (Array.isArray(data)) return data.map((item) => maskEchoes(item, masked));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, item]) => {
      if (key.toLowerCase() !== 'subject' || item === masked) return [key, maskEchoes(item, masked)];
      const isEcho = typeof item === 'string' || typeof item === 'number';
      return [key, isEcho ? maskSubject(String(item)) : maskEchoes(item, masked)];
    }),
  );
}

function shorten(value: unknown, longest: number): unknown {
  if (typeof value === 'string') {
    if (hasAtMost(value, longest)) return value;
    return `${firstCharacters(value, longest)}… (${countCharacters(value)} characters)`;
  }
  if (Array.isArray(value)) return value.map((item) => shorten(item, longest));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shorten(item, longest)]));
}
