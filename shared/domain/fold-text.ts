/**
 * What a character is in comparisons: a `gap` is ignored. `other` is neither letter nor digit and still counts: the
 * asterisk, and symbols used as letters.
 */
export type CharacterKind = 'gap' | 'digit' | 'letter' | 'other';

/** One character as comparisons see it: without case or diacritics, any digit as an ASCII one; empty for a gap. */
export interface FoldedCharacter {
  kind: CharacterKind;
  folded: string;
}

// Invisible characters and diacritics; Unicode classifies some of them as letters (U+3164 HANGUL FILLER).
const GAP = /[\s\p{M}\p{Default_Ignorable_Code_Point}]/u;
const MARKS = /\p{M}/gu;
const LETTER = /[\p{L}\p{N}]/u;
const DIGIT = /\p{Nd}/u;
/** The mask character: what is already masked matches nothing. */
const MASK = '*';

/** Letters without a decomposition, as written by registers limited to 26 letters. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/** Folds one character (code point). */
export function foldCharacter(codePoint: number): FoldedCharacter {
  const known = FOLDED.get(codePoint);
  if (known !== undefined) return known;
  const folded = fold(String.fromCodePoint(codePoint));
  // A text uses few scripts; a hostile one must not exhaust the memory.
  if (FOLDED.size < MAX_CACHED) FOLDED.set(codePoint, folded);
  return folded;
}

const MAX_CACHED = 20_000;
const FOLDED = new Map<number, FoldedCharacter>();

function fold(character: string): FoldedCharacter {
  if (GAP.test(character)) return { kind: 'gap', folded: '' };
  if (DIGIT.test(character)) return { kind: 'digit', folded: digitOf(character) };
  const bare = character.normalize('NFKD').replace(MARKS, '');
  // Via capitals, because ß becomes SS and the two small sigmas become one.
  const small = bare.toLowerCase().toUpperCase().toLowerCase().normalize('NFKD').replace(MARKS, '');
  const folded = [...(small === '' ? character : small)].map((part) => PLAIN_LETTERS[part] ?? part).join('');
  if (/^\d+$/.test(folded)) return { kind: 'digit', folded };
  if (LETTER.test(character)) return { kind: 'letter', folded };
  // Programs put all sorts of characters between the parts of a number or name: `EXAMPLE<<ANNA` in passports,
  // `Anna#Example`.
  if (character !== MASK && !LETTER.test(folded)) return { kind: 'gap', folded: '' };
  return { kind: 'other', folded };
}

/** Unicode keeps the decimal digits of each script together, from zero to nine. */
function digitOf(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  let zero = codePoint;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((codePoint - zero) % 10);
}

const ASCII = 128;
/** The folded unit of each ASCII character, 0 for a gap: nearly all text is ASCII, so this must be fast. */
const ASCII_UNITS = Uint16Array.from(
  { length: ASCII },
  (_, code) => foldCharacter(code).folded.charCodeAt(0) || 0,
);

// Buffer for assembling a piece of text: a function takes a limited number of arguments, and the decomposition of one
// character must fit behind the rest.
const PIECE = new Uint16Array(8_192);
const ROOM = 64;

/** Folds a text and drops its gaps. Linear in the text. */
export function foldText(text: string): string {
  let folded = '';
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (count > PIECE.length - ROOM) {
      folded += textOf(PIECE.subarray(0, count));
      count = 0;
    }
    const code = text.charCodeAt(index);
    if (code < ASCII) {
      const unit = ASCII_UNITS[code] ?? 0;
      PIECE[count] = unit;
      if (unit !== 0) count += 1;
      continue;
    }
    const codePoint = text.codePointAt(index) ?? code;
    const { folded: part } = foldCharacter(codePoint);
    for (let unit = 0; unit < part.length; unit += 1) PIECE[count + unit] = part.charCodeAt(unit);
    count += part.length;
    if (codePoint > 0xffff) index += 1;
  }
  return folded + textOf(PIECE.subarray(0, count));
}

/** The least code point of a sequence of two, three and four octets: anything less is an overlong encoding. */
const MIN_CODE_POINT = [0, 0, 0x80, 0x800, 0x10000] as const;
const LAST_CODE_POINT = 0x10ffff;

/** Folds a text in UTF-8 without decoding it first; octets that are no text count as gaps. Linear in the octets. */
export function foldOctets(octets: Uint8Array): string {
  let folded = '';
  let count = 0;
  for (let index = 0; index < octets.length; ) {
    if (count > PIECE.length - ROOM) {
      folded += textOf(PIECE.subarray(0, count));
      count = 0;
    }
    const octet = octets[index] ?? 0;
    if (octet < ASCII) {
      const unit = ASCII_UNITS[octet] ?? 0;
      PIECE[count] = unit;
      if (unit !== 0) count += 1;
      index += 1;
      continue;
    }
    const length = lengthOfSequence(octet);
    const codePoint = codePointAt(octets, index, length);
    const part = codePoint === undefined ? '' : foldCharacter(codePoint).folded;
    for (let unit = 0; unit < part.length; unit += 1) PIECE[count + unit] = part.charCodeAt(unit);
    count += part.length;
    index += codePoint === undefined ? 1 : length;
  }
  return folded + textOf(PIECE.subarray(0, count));
}

/** How many octets a sequence has that starts with this one; 0 if none does. */
function lengthOfSequence(lead: number): number {
  if (lead < 0xc2 || lead > 0xf4) return 0;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

/** Undefined if the sequence is not valid UTF-8 (RFC 3629, 4). */
function codePointAt(octets: Uint8Array, index: number, length: number): number | undefined {
  if (length === 0) return undefined;
  let codePoint = (octets[index] ?? 0) & (0x7f >> length);
  for (let offset = 1; offset < length; offset += 1) {
    const octet = octets[index + offset] ?? 0;
    if ((octet & 0xc0) !== 0x80) return undefined;
    codePoint = (codePoint << 6) | (octet & 0x3f);
  }
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  return codePoint < (MIN_CODE_POINT[length] ?? 0) || codePoint > LAST_CODE_POINT || isSurrogate
    ? undefined
    : codePoint;
}

/** For each unit of a text's folded form, the index of the character it comes from. */
export function foldedFrom(text: string): number[] {
  const from: number[] = [];
  let index = 0;
  for (const character of text) {
    const { folded } = foldCharacter(character.codePointAt(0) ?? 0);
    for (let unit = 0; unit < folded.length; unit += 1) from.push(index);
    index += character.length;
  }
  return from;
}

function textOf(units: Uint16Array): string {
  return String.fromCharCode.apply(null, units as unknown as number[]);
}
