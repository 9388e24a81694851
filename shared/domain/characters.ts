/**
 * Whether a text has at most this many characters (contract 17). Code points are counted, as in PostgreSQL and JSON
 * Schema: a character beyond the Basic Multilingual Plane is one, although it takes two units of a JavaScript string.
 */
export function hasAtMost(text: string, most: number): boolean {
  // A character takes one or two units, so most texts need no counting.
  if (text.length <= most) return true;
  return text.length <= 2 * most && countCharacters(text) <= most;
}

/** Counts the characters (code points) of a text. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Returns the first characters of a text, without splitting any. */
export function firstCharacters(text: string, count: number): string {
  return text.length <= count ? text : [...text.slice(0, 2 * count)].slice(0, count).join('');
}
