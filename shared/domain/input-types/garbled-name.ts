// What a letter becomes whose UTF-8 is read in the code page of Windows or as ISO 8859-1: a capital that begins the two
// bytes of a Latin, Greek or Cyrillic letter, and a sign that stands behind no such capital. Left out are apostrophes and
// closing quotes, ª, º, µ, ® and ™, some unless a letter follows, and behind others than Ã the letters of that code page.
const READ_WRONGLY = [
  /Ã(?:[\u0080-\u00AD\u00AF-\u00BA\u00BC-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘“•–—˜š›œžŸ]|[®™»”](?=\p{L}))/u,
  /[ÄÅÎÏÐÑ][\u0080-\u00A9\u00AC\u00AD\u00AF-\u00B4\u00B6-\u00B9\u00BC-\u00BF€‚ƒ„…†‡ˆ‰•–—˜]/,
];
// What letters with accents become that a Mac or DOS wrote, read in the code page of Windows: signs that follow no letter
// in a name, or capitals behind small letters. Some become what may stand there, as í becomes an apostrophe.
const OF_OTHER_SYSTEMS = [/\p{L}[‚„†‡ˆ‰˜¡¢¤¦¨¬±¶¸¿]/u, /\p{Ll}[ŠŽŸŒ]/u];
// What a decoder writes for bytes that it cannot read.
const REPLACEMENT_CHARACTER = '\uFFFD';

// Characters as HTML writes them.
const ESCAPED = [
  /&(?:#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos|nbsp|szlig);/i,
  /&[a-z]{1,2}(?:acute|grave|circ|uml|tilde|cedil|ring|slash|lig|caron);/i,
];

const SIGNS = [...READ_WRONGLY, ...OF_OTHER_SYSTEMS, ...ESCAPED];

/** Whether characters of a name became others on its way: read in another character set than written in, or escaped. */
export function isGarbled(name: string): boolean {
  return name.includes(REPLACEMENT_CHARACTER) || SIGNS.some((sign) => sign.test(name));
}
