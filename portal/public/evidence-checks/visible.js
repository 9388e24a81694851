// Control and format characters (of text direction, too), line and paragraph separators, and halves of characters.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;

/**
 * A text with everything that is not seen written out. What is checked may come from anybody: in a terminal, its
 * control characters could erase the finding and write another one.
 */
export function visible(text) {
  return text.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0).toString(16)}}`);
}
