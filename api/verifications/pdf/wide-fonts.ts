import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';

/** What pdfkit makes of a font file, and takes in its place; the members that we use. */
interface FontFile {
  characterSet: number[];
  glyphForCodePoint(codePoint: number): unknown;
}

/** A pair of fonts for the scripts that the standard fonts of PDF lack. */
export interface WideFonts {
  regular: FontFile;
  bold: FontFile;
  /** Of every character that both can show, each by a glyph of its own. */
  codePoints: readonly number[];
}

/**
 * What can be set letter by letter from left to right. Scripts that join letters, stack marks or run from right to
 * left would need more than a font to come out as they were meant. The no-break space is no symbol, but harmless.
 */
const SET_LETTER_BY_LETTER =
  /^(?=[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Armenian}\p{scx=Georgian}\p{scx=Common}])[ \u00a0\p{L}\p{N}\p{P}\p{S}]$/u;

const LAST_OF_FIRST_PLANE = 0xffff;

const require = createRequire(import.meta.url);

/** Opens DejaVu Sans and its bold: do it once, because it takes a tenth of a second. */
export function openWideFonts(): WideFonts {
  const regular = openFont(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
  const bold = openFont(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'));
  const inBold = new Set(bold.characterSet);
  const codePoints = regular.characterSet.filter(
    (codePoint) => inBold.has(codePoint) && isSettable(codePoint),
  );
  // A font remembers with each glyph the text that first asked for it, and a part of a composed letter is asked for
  // without any. Asked for here, every glyph has its own character, whatever documents come in whichever order.
  for (const font of [regular, bold]) for (const codePoint of codePoints) font.glyphForCodePoint(codePoint);
  return { regular, bold, codePoints };
}

function isSettable(codePoint: number): boolean {
  return codePoint <= LAST_OF_FIRST_PLANE && SET_LETTER_BY_LETTER.test(String.fromCodePoint(codePoint));
}

/** pdfkit opens a font anew for each document, except when it is given one that it opened before. */
function openFont(file: string): FontFile {
  const opener = new PDFDocument().font(readFileSync(file)) as unknown as {
    _font: { font: FontFile };
  };
  return opener._font.font;
}
