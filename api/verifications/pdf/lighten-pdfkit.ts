/** A font as a document of pdfkit has it; of embedded ones the member that sets a line, glyph by glyph. */
interface DocumentFont {
  layout?(text: string, features?: unknown, onlyWidth?: boolean): unknown;
}

/**
 * Has the current font of a document remember the last line it set with features of its own. pdfkit sets every line
 * three times, to measure it, to write it and to go on behind it, and an embedded font takes most of the time of a
 * document over that.
 */
export function layOutOnce(doc: PDFKit.PDFDocument): void {
  const font = (doc as unknown as { _font: DocumentFont })._font;
  const { layout } = font;
  if (layout === undefined || Object.hasOwn(font, 'layout')) return;
  let last: { text: string; features: unknown; run: unknown } | undefined;
  font.layout = (text, features, onlyWidth) => {
    if (features === undefined) return layout.call(font, text, features, onlyWidth);
    if (last?.text !== text || last.features !== features) {
      last = { text, features, run: layout.call(font, text, features, onlyWidth) };
    }
    return last.run;
  };
}

/** The content of a page while it is written, which the types of pdfkit leave out. */
interface OpenPage {
  content: { buffer: Buffer[] };
}

/**
 * Makes one piece of what the current page has so far. Pages wait until their number can stand at the foot of each,
 * in pieces of some bytes that would take several times the memory of what is in them.
 */
export function packPage(doc: PDFKit.PDFDocument): void {
  const { content } = doc.page as unknown as OpenPage;
  content.buffer = [Buffer.concat(content.buffer)];
}
