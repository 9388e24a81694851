/**
 * What a character is where texts are compared: `gap` counts for nothing. `other` is neither letter nor number and counts all
 * the same: the asterisk, and signs that are written for letters.
 */
export type CharacterKind = 'gap' | 'digit' | 'letter' | 'other';

/** One character as comparisons see it: no case, no diacritics, any digit as an ASCII one; empty for a gap. */
export interface FoldedCharacter {
  kind: CharacterKind;
  folded: string;
}

// What cannot be seen, and diacritics; some of it is a letter to Unicode (U+3164 HANGUL FILLER).
const GAP = /[\s\p{M}\p{Default_Ignorable_Code_Point}]/u;
const MARKS = /\p{M}/gu;
const LETTER = /[\p{L}\p{N}]/u;
const DIGIT = /\p{Nd}/u;
/** What a mask is made of: what was masked is no part of anything. */
const MASK = '*';

/** Letters that have no decomposition, as registers write them that know 26 letters. */
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

/** One character (code point) as comparisons see it. */
export function foldCharacter(codePoint: number): FoldedCharacter {
  const known = FOLDED.get(codePoint);
  if (known !== undefined) return known;
  const folded = fold(String.fromCodePoint(codePoint));
  // A text has few scripts; a hostile one has not the memory.
  if (FOLDED.size < MOST_KNOWN) FOLDED.set(codePoint, folded);
  return folded;
}

const MOST_KNOWN = 20_000;
const FOLDED = new Map<number, FoldedCharacter>();

function fold(character: string): FoldedCharacter {
  if (GAP.test(character)) return { kind: 'gap', folded: '' };
  if (DIGIT.test(character)) return { kind: 'digit', folded: digitOf(character) };
  const bare = character.normalize('NFKD').replace(MARKS, '');
  // By way of capitals, because ß is SS in them and the two small sigmas are one.
  const small = bare.toLowerCase().toUpperCase().toLowerCase().normalize('NFKD').replace(MARKS, '');
  const folded = [...(small === '' ? character : small)].map((part) => PLAIN_LETTERS[part] ?? part).join('');
  if (/^\d+$/.test(folded)) return { kind: 'digit', folded };
  if (LETTER.test(character)) return { kind: 'letter', folded };
  // Programs put any sign between the parts of a number or a name: `EXAMPLE<<ANNA` as passports have it, `Anna#Example`.
  if (character !== MASK && !LETTER.test(folded)) return { kind: 'gap', folded: '' };
  return { kind: 'other', folded };
}

/** Unicode keeps the decimal digits of every script together, from zero to nine. */
function digitOf(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  let zero = codePoint;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((codePoint - zero) % 10);
}

const ASCII = 128;
/** The folded unit of each ASCII character, 0 for a gap: nearly all there is to fold, so it must be quick. */
const ASCII_UNITS = Uint16Array.from(
  { length: ASCII },
  (_, code) => foldCharacter(code).folded.charCodeAt(0) || 0,
);

// Where a piece of a text is put together: a function takes only so many arguments, and what one character decomposes
// into has to fit behind the rest.
const PIECE = new Uint16Array(8_192);
const ROOM = 64;

/** A text as comparisons see it, without its gaps. In time linear in the text. */
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

/** Where in a text each unit of its folded form comes from: the index of the character. */
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
