import { replaceEncoded, type Sought } from './encoded-text.js';

/**
 * A text with its escapes undone; `from` gives the position in the original text of each unit, and finally of the end.
 * Undefined if there was nothing to undo.
 */
interface Unescaped {
  text: string;
  from: number[] | undefined;
}

/** A range of a text, and its replacement. */
export interface Replacement {
  start: number;
  end: number;
  by: string;
}

/** How escapes begin: in URLs, in HTML, in JSON inside JSON. */
const BEGINS_ESCAPE = /%[0-9a-f]{2}|&#x?[0-9a-f]|&[a-z]{2,8};|\\[bfnrtux]|<!--|<\/?[a-z]/i;
/** A text may be escaped again by each system it passes through: `%2530`, `&amp;#48;`. */
const MAX_PASSES = 3;
/**
 * An HTML tag without attributes, such as the `<em>` of search engine highlighting, or a comment. Attributes are read
 * as written.
 */
const TAG = /<(?:\/?[a-z][a-z0-9]{0,9} ?\/?|!--[^<>]{0,200}--)>/iy;
/** Browsers also accept numeric entities without the semicolon. */
const ENTITY = /&(?:#(\d{1,7});?|#x([0-9a-f]{1,6});?|([a-z]{2,8});)/iy;
const CODE_UNIT = /\\(?:u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|x([0-9a-f]{2})|[bfnrt])/iy;
/** One character in UTF-8, excluding invalid sequences: overlong encodings, unpaired surrogates. */
const OCTETS =
  /%[0-7][0-9a-f]|%(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-4](?:%[89ab][0-9a-f]){3}/iy;
/** HTML names of letters with diacritics: `eacute`. */
const MARKED_LETTER = /^([a-z])(?:acute|caron|cedil|circ|grave|ring|slash|tilde|uml)$/i;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  mdash: '-',
  nbsp: ' ',
  ndash: '-',
  quot: '"',
  rsquo: "'",
  shy: '\u00ad',
  szlig: 'ß',
};
const LAST_CODE_POINT = 0x10ffff;
const SPACE = 0x20;

/** What to replace in texts. */
export interface Finder extends Sought {
  find(text: string): readonly Replacement[];
}

/** Makes a finder, once for the many texts of an answer. */
export function finderOf({ find, mayBeIn }: Omit<Finder, 'replacementOf'>): Finder {
  return { find, mayBeIn, replacementOf: (meant) => find(meant).find(isWorthHiding)?.by };
}

/**
 * Replaces what is found in a text as written, as unescaped from a URL or HTML (even if escaped more than once), and in
 * what is encoded in it.
 */
export function replaceFound(text: string, finder: Finder): string {
  const { find } = finder;
  let result = replace(text, find(text));
  let reading: Unescaped = { text: result, from: undefined };
  for (let times = 1; times <= MAX_PASSES; times += 1) {
    const next = unescapeAgain(reading);
    if (next === undefined) break;
    const { from } = next;
    const found = find(next.text).map(({ start, end, by }) => ({
      start: from?.[start] ?? 0,
      end: from?.[end] ?? result.length,
      by,
    }));
    result = replace(result, found);
    reading = found.length === 0 ? next : unescapeTimes(result, times);
  }
  return replaceEncoded(result, finder);
}

/** Anything shorter occurs by chance when arbitrary text is decoded. */
export const MIN_ENCODED_LENGTH = 5;

function isWorthHiding({ start, end }: Replacement): boolean {
  return end - start >= MIN_ENCODED_LENGTH;
}

/** Returns the text as written and, if different, as unescaped from a URL or HTML. */
export function readingsOf(text: string): string[] {
  const readings: string[] = [];
  let reading: Unescaped | undefined = { text, from: undefined };
  while (reading !== undefined && readings.length <= MAX_PASSES) {
    readings.push(reading.text);
    reading = unescapeAgain(reading);
  }
  return readings;
}

/** Undoes the escapes of a text this many times, or until there are none. */
function unescapeTimes(text: string, times: number): Unescaped {
  let reading: Unescaped = { text, from: undefined };
  for (let time = 1; time <= times; time += 1) reading = unescapeAgain(reading) ?? reading;
  return reading;
}

/** Undoes escapes once more; undefined if there are none. */
function unescapeAgain({ text, from }: Unescaped): Unescaped | undefined {
  if (!BEGINS_ESCAPE.test(text)) return undefined;
  const once = unescapeText(text);
  // An escape is longer than what it stands for.
  if (once.text.length === text.length) return undefined;
  if (from === undefined) return once;
  return { text: once.text, from: once.from.map((index) => from[index] ?? 0) };
}

function replace(text: string, found: readonly Replacement[]): string {
  let result = '';
  let end = 0;
  for (const { start, end: after, by } of found) {
    result += text.slice(end, start) + by;
    end = after;
  }
  return end === 0 ? text : result + text.slice(end);
}

/** Undoes the escapes of a text once. Linear in the text. */
function unescapeText(text: string): Unescaped & { from: number[] } {
  const from: number[] = [];
  let meant = '';
  for (let index = 0; index < text.length; ) {
    const { character, length } = characterAt(text, index);
    for (let unit = 0; unit < character.length; unit += 1) from.push(index);
    meant += character;
    index += length;
  }
  from.push(text.length);
  return { text: meant, from };
}

function characterAt(text: string, index: number): { character: string; length: number } {
  const written = text.charAt(index);
  return UNDO[written]?.(text, index) ?? { character: written, length: 1 };
}

type Undo = (text: string, index: number) => { character: string; length: number } | undefined;

const UNDO: Readonly<Record<string, Undo>> = {
  '<': (text, index) => {
    const tag = matchAt(TAG, text, index)?.[0];
    return tag === undefined ? undefined : escapeOf(tag, ' ');
  },
  '%': undoOctets,
  '&': (text, index) => {
    const [all = '', decimal, hexadecimal, name] = matchAt(ENTITY, text, index) ?? [];
    if (name !== undefined) return escapeOf(all, NAMED[name.toLowerCase()] ?? MARKED_LETTER.exec(name)?.[1]);
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    return escapeOf(all, code <= LAST_CODE_POINT ? String.fromCodePoint(code) : undefined);
  },
  '\\': (text, index) => {
    const [all, ...units] = matchAt(CODE_UNIT, text, index) ?? [];
    if (all === undefined) return undefined;
    const unit = units.find((digits) => digits !== undefined);
    // All others are white space.
    const code = unit === undefined ? SPACE : Number.parseInt(unit, 16);
    return escapeOf(all, code <= LAST_CODE_POINT ? String.fromCodePoint(code) : undefined);
  },
};

/** One character with each of its octets escaped separately. */
function undoOctets(text: string, index: number): ReturnType<Undo> {
  const octets = matchAt(OCTETS, text, index)?.[0];
  if (octets === undefined) return undefined;
  try {
    return escapeOf(octets, decodeURIComponent(octets));
  } catch {
    return undefined;
  }
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

function escapeOf(written: string, character: string | undefined): ReturnType<Undo> {
  return character === undefined ? undefined : { character, length: written.length };
}
