const WHITE_SPACE = /\p{White_Space}+/gu;
const APOSTROPHES = /[\u2018\u2019\u02BC\u0060\u00B4]/g;
const DASHES = /\p{Pd}/gu;

/**
 * What is the same in all spellings of a name: its letters without their case, in one form of Unicode (NFKC), with one
 * kind of apostrophe, dash and space. Diacritics stay, because in many scripts they are vowels and tell people apart;
 * the order of words stays, because a register means something by it.
 */
export function foldName(name: string): string {
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  return folded.replace(APOSTROPHES, "'").replace(DASHES, '-').replace(WHITE_SPACE, ' ').trim();
}
