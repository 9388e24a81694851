// Control characters, zero-width ones and the soft hyphen, marks and overrides of direction, and halves of surrogate
// pairs, which are no characters in UTF-8.
const ONE_LINE = /[\p{Cc}\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\p{Surrogate}]/u;
const LINES = /(?![\t\n\r])[\p{Cc}\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\p{Surrogate}]/u;

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
