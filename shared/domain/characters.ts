/**
 * Whether a text has at most so many characters. Everybody counts code points, as PostgreSQL and JSON Schema do: a
 * letter beyond the basic plane of Unicode is one, although it takes two units of a string here (contract 17).
 */
export function hasAtMost(text: string, most: number): boolean {
  // A character takes one or two units, so most texts need not be counted.
  if (text.length <= most) return true;
  return text.length <= 2 * most && countCharacters(text) <= most;
}

/** How many characters (code points) a text has. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The first so many characters of a text, none of them cut in half. */
export function firstCharacters(text: string, count: number): string {
  return text.length <= count ? text : [...text.slice(0, 2 * count)].slice(0, count).join('');
}
