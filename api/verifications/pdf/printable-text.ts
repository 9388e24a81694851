/** What fonts can show, expressed as runs of characters they cannot; a global expression. */
export type Repertoire = RegExp;

// Half of a pair is no character, so it has to be named like the controls.
const LINE_ENDS = /\r\n?|[\u2028\u2029]/gu;

/**
 * The text in a form that fonts of that repertoire can show: letters and their diacritics composed, lines ended by `
 * `, and anything the fonts lack, including control and direction characters, replaced by its code points: `[U+05D0
 * U+05D1]`. Nothing is dropped, guessed or reordered, so nothing in a document can pretend to be something else.
 */
export function printableText(text: string, repertoire: Repertoire): string {
  return composed(text).replace(repertoire, (run) => `[${[...run].map(codePoint).join(' ')}]`);
}

/** Whether `printableText` would leave every character of the text visible as itself. */
export function isFullyPrintable(text: string, repertoire: Repertoire): boolean {
  return composed(text).search(repertoire) === -1;
}

function composed(text: string): string {
  return text.normalize('NFC').replace(LINE_ENDS, '\n');
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
