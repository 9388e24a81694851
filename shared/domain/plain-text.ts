// Control characters, line and paragraph separators, what Unicode says is not to be seen (zero-width characters, marks and
// overrides of direction, fillers, tags that spell a text of their own), a blank that it counts as a sign, and halves of
// surrogate pairs, which are no characters in UTF-8. What chooses a variant of the character before it stays: pictures and
// Chinese names are written with it.
const ONE_LINE =
  /[\p{Cc}\p{Zl}\p{Zp}\u2800\uFFF9-\uFFFB\p{Surrogate}]|(?![\u180B-\u180D\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}])\p{Default_Ignorable_Code_Point}/u;
const LINES =
  /(?![\t\n\r])[\p{Cc}\p{Zl}\p{Zp}\u2800\uFFF9-\uFFFB\p{Surrogate}]|(?![\u180B-\u180D\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}])\p{Default_Ignorable_Code_Point}/u;

// Not what `trim` takes for white space: that includes U+FEFF, which nobody sees.
const SPACE = /^\p{White_Space}$/u;

/**
 * Whether a text of a caller is made of what a person can see (contract 17): no control characters, no zero-width ones,
 * none that turn the direction of others. A purpose of such characters is no purpose, and a name with them is not the
 * name that it looks like. With `lines`, tabs and line breaks are fine.
 */
export function isPlainText(text: string, { lines = false } = {}): boolean {
  return !(lines ? LINES : ONE_LINE).test(text);
}

/** The text without the white space at its ends, of any kind in Unicode. */
export function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  // A pattern with an end would search every run of spaces within the text anew from each of its places.
  while (start < end && SPACE.test(text.charAt(start))) start += 1;
  while (end > start && SPACE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
