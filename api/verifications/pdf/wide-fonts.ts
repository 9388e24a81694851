import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';

/** The members we use of a font that pdfkit has opened, which it also accepts in place of a file. */
interface FontFile {
  characterSet: number[];
  glyphForCodePoint(codePoint: number): unknown;
}

/** A pair of fonts for the scripts that the standard fonts of PDF lack. */
export interface WideFonts {
  regular: FontFile;
  bold: FontFile;
  /** Every character that both fonts can show, each with a glyph of its own. */
  codePoints: readonly number[];
}

/**
 * What can be set letter by letter from left to right. Scripts that join letters, stack marks or run from right to left
 * would take more than a font to be set correctly. The no-break space is not a symbol, but harmless.
 */
const SET_LETTER_BY_LETTER =
  /^(?=[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Armenian}\p{scx=Georgian}\p{scx=Common}])[ \u00a0\p{L}\p{N}\p{P}\p{S}]$/u;

const LAST_OF_FIRST_PLANE = 0xffff;

const require = createRequire(import.meta.url);

/** Opens DejaVu Sans and its bold; once per process, because it takes a tenth of a second. */
export function openWideFonts(): WideFonts {
  const regular = openFont(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
  const bold = openFont(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'));
  const inBold = new Set(bold.characterSet);
  const codePoints = regular.characterSet.filter(
    (codePoint) => inBold.has(codePoint) && isSettable(codePoint),
  );
  // A font stores with each glyph the text that first requested it, and parts of a composed letter are requested
  // without any text. Requesting each glyph here gives it its own character, whatever order documents come in.
  for (const font of [regular, bold]) for (const codePoint of codePoints) font.glyphForCodePoint(codePoint);
  return { regular, bold, codePoints };
}

function isSettable(codePoint: number): boolean {
  return codePoint <= LAST_OF_FIRST_PLANE && SET_LETTER_BY_LETTER.test(String.fromCodePoint(codePoint));
}

/** pdfkit opens a font again for each document, unless it is given one that is already open. */
function openFont(file: string): FontFile {
  const opener = new PDFDocument().font(readFileSync(file)) as unknown as {
    _font: { font: FontFile };
  };
  return opener._font.font;
}
