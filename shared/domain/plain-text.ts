// Control characters, line and paragraph separators, what Unicode classifies as invisible (zero-width characters,
// directional marks and overrides, fillers, tag characters), a blank it classifies as a symbol, and unpaired
// surrogates, which UTF-8 cannot encode. Variation selectors are allowed: emoji and Chinese names use them.
const ONE_LINE =
  /[\p{Cc}\p{Zl}\p{Zp}\u2800\uFFF9-\uFFFB\p{Surrogate}]|(?![\u180B-\u180D\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}])\p{Default_Ignorable_Code_Point}/u;
const LINES =
  /(?![\t\n\r])[\p{Cc}\p{Zl}\p{Zp}\u2800\uFFF9-\uFFFB\p{Surrogate}]|(?![\u180B-\u180D\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}])\p{Default_Ignorable_Code_Point}/u;

// Unlike the white space of `trim`, which includes the invisible U+FEFF.
const SPACE = /^\p{White_Space}$/u;

/**
 * Whether a caller's text consists of visible characters (contract 17): no control or zero-width characters, none that
 * change text direction. An invisible purpose is no purpose, and a name with such characters is not the name it looks
 * like. With `lines`, tabs and line breaks are allowed.
 */
export function isPlainText(text: string, { lines = false } = {}): boolean {
  return !(lines ? LINES : ONE_LINE).test(text);
}

/** What is wrong with a text that does not consist of visible characters, in words; undefined if it does. */
export function plainTextFault(text: string, { lines = false } = {}): string | undefined {
  if (isPlainText(text, { lines })) return undefined;
  if (isPlainText(text, { lines: true }))
    return 'Must be one line: put spaces instead of line breaks and tabs.';
  return 'Must not contain control characters, zero-width characters or characters that change the text direction. Type it by hand.';
}

/** Trims white space of any Unicode kind from both ends. */
export function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  // An end-anchored regular expression would rescan every inner run of spaces from each of its positions.
  while (start < end && SPACE.test(text.charAt(start))) start += 1;
  while (end > start && SPACE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
