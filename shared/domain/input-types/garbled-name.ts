/**
 * What a letter becomes whose UTF-8 is read in the code page of Windows or as ISO 8859-1: a capital that begins the two
 * bytes of a Latin, Greek or Cyrillic letter, and a sign that stands behind no such capital. Left out are apostrophes
 * and closing quotes, ª, º, µ, ® and ™, some unless a letter follows, and behind others than Ã dashes and the letters
 * of that code page. A name in capitals may end in one of these (MÄKELÄ) before a non-breaking space or an accent that
 * is meant for an apostrophe, so there a capital in front tells against it. Š is too common for that, and Å at the end
 * too rare.
 */
const READ_WRONGLY = [
  /Ã(?:[\u0080-\u009F\u00A1-\u00AD\u00AF-\u00BA\u00BC-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘“•–—˜š›œžŸ]|[®™»”](?=\p{L}))/u,
  /[ÄÅÎÏÐÑ][\u0080-\u009F\u00A1-\u00A9\u00AC\u00AD\u00AF-\u00B3\u00B6-\u00B9\u00BC-\u00BF€‚ƒ„…†‡ˆ‰•˜]/,
  /Å\u00A0|(?:(?<!\p{Lu})[ÃÄÎÏÐÑ]|[ÃÄÎÏÐÑ](?=.\p{Ll}))\u00A0/u,
  /(?:(?<!\p{Lu})[ÄÅÎÏÐÑ]|[ÄÅÎÏÐÑ](?=.\p{Ll}))\u00B4/u,
  // The three bytes of Vietnamese letters, and the two of Ơ and Ư.
  /Æ[¡¯°]|á(?:º|»(?:[\u0080-\u009F\u00A1-\u00B9€‚ƒ„†‡ˆ‰Š‹ŒŽ‘“•˜š›œžŸ]|[’”–—…™](?=\p{L})))/u,
  // Its non-breaking space was trimmed, or made a space, before it came.
  /(?<=\p{Ll})[ÃÅ](?!\p{L})/u,
];
/** What a decoder writes for bytes that it cannot read. */
const REPLACEMENT_CHARACTER = '\uFFFD';

/** Whether a name has lost letters because it was read in another character set than it was written in. */
export function isGarbled(name: string): boolean {
  return name.includes(REPLACEMENT_CHARACTER) || READ_WRONGLY.some((sign) => sign.test(name));
}
