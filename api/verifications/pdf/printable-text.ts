// The characters of Windows-1252 at 0x80 to 0x9F, which is what WinAnsiEncoding adds to Latin-1 (ISO 32000-1, annex D).
const WINDOWS_1252 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

// Everything else, in runs. The soft hyphen is Latin-1, but not seen.
const UNPRINTABLE = new RegExp(`[^\\n\\x20-\\x7e\\xa0-\\xac\\xae-\\xff${WINDOWS_1252}]+`, 'gu');

// Half of a pair is no character, so it has to be named like the controls.
const LINE_ENDS = /\r\n?|[\u2028\u2029]/gu;

/**
 * The text as the standard fonts of PDF can show it: letters with their diacritics composed, lines ended by `\n`, and
 * whatever these fonts lack, controls and marks of direction included, named by its code points: `[U+05D0 U+05D1]`.
 * Nothing is dropped, guessed or turned around, so nothing in a document can pretend to be something else.
 */
export function printableText(text: string): string {
  return text
    .normalize('NFC')
    .replace(LINE_ENDS, '\n')
    .replace(UNPRINTABLE, (run) => `[${[...run].map(codePoint).join(' ')}]`);
}

/** Says whether a text has characters that `printableText` can only name. */
export function isFullyPrintable(text: string): boolean {
  return printableText(text) === text.normalize('NFC').replace(LINE_ENDS, '\n');
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
