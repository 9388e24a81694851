import { printableText, type Repertoire } from './printable-text.js';
import { openWideFonts } from './wide-fonts.js';

/** The fonts of a document. */
export interface Typeface {
  regular: string;
  bold: string;
  /** Fonts to embed under these names; none for fonts that every PDF reader has. */
  embedded: Readonly<Record<string, object>>;
  repertoire: Repertoire;
}

// The characters of Windows-1252 at 0x80 to 0x9F, which WinAnsiEncoding adds to Latin-1 (ISO 32000-1, annex D).
const WINDOWS_1252 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

/** Two of the 14 fonts every reader has. The soft hyphen is in Latin-1 but invisible. */
export const STANDARD: Typeface = {
  regular: 'Helvetica',
  bold: 'Helvetica-Bold',
  embedded: {},
  repertoire: new RegExp(`[^\\n\\x20-\\x7e\\xa0-\\xac\\xae-\\xff${WINDOWS_1252}]+`, 'gu'),
};

let wide: Typeface | undefined;

/** All Latin scripts, Greek, Cyrillic, Armenian, Georgian and symbols, at about 30 kB a file. */
export function wideTypeface(): Typeface {
  wide ??= makeWide();
  return wide;
}

function makeWide(): Typeface {
  const { regular, bold, codePoints } = openWideFonts();
  const inClass = codePoints.map((codePoint) => `\\u{${codePoint.toString(16)}}`);
  return {
    regular: 'DejaVuSans',
    bold: 'DejaVuSans-Bold',
    embedded: { DejaVuSans: regular, 'DejaVuSans-Bold': bold },
    repertoire: new RegExp(`[^\\n${inClass.join('')}]+`, 'gu'),
  };
}

/**
 * Chooses one typeface for a whole document, so that no name is set in two: the standard fonts, which add nothing to
 * the file, unless the other fonts would show more of these texts.
 */
export function typefaceFor(texts: Iterable<string>): Typeface {
  for (const text of texts) {
    const printed = printableText(text, STANDARD.repertoire);
    // Most texts end here, and most processes never need the other fonts.
    if (printed === text) continue;
    if (printed !== printableText(text, wideTypeface().repertoire)) return wideTypeface();
  }
  return STANDARD;
}
