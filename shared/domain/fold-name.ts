const WHITE_SPACE = /\p{White_Space}+/gu;
const APOSTROPHES = /[\u2018\u2019\u02BC\u0060\u00B4]/g;
const DASHES = /\p{Pd}/gu;

/**
 * Folds a name to what all its spellings share: its letters without case, in one Unicode form (NFKC), with one kind of
 * apostrophe, dash and space. Diacritics stay, because in many scripts they are vowels and distinguish people; so does
 * word order, because it means something to a register.
 */
export function foldName(name: string): string {
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  return folded.replace(APOSTROPHES, "'").replace(DASHES, '-').replace(WHITE_SPACE, ' ').trim();
}
