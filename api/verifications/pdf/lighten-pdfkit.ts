/** A font inside a pdfkit document; for embedded fonts, the member that lays out a line glyph by glyph. */
interface DocumentFont {
  layout?(text: string, features?: unknown, onlyWidth?: boolean): unknown;
}

/**
 * Makes the document's current font cache the last line it laid out with its own features. pdfkit lays out every line
 * three times: to measure it, to write it and to continue after it. With an embedded font that is most of the time a
 * document takes.
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

/** The content of an unfinished page, which pdfkit's types leave out. */
interface OpenPage {
  content: { buffer: Buffer[] };
}

/**
 * Joins what the current page has so far into one buffer. Pages are kept until the total for their footers is known,
 * and their small chunks would take several times the memory of the content.
 */
export function packPage(doc: PDFKit.PDFDocument): void {
  const { content } = doc.page as unknown as OpenPage;
  content.buffer = [Buffer.concat(content.buffer)];
}
