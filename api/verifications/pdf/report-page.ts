import PDFDocument from 'pdfkit';
import { printableText } from './printable-text.js';
import { wrapText } from './wrap-text.js';

/** Type, sizes in points. Helvetica is one of the 14 fonts that every PDF reader has. */
export const STYLES = {
  title: { font: 'Helvetica-Bold', size: 18, color: '#1a1a1a' },
  heading: { font: 'Helvetica-Bold', size: 11.5, color: '#1a1a1a' },
  label: { font: 'Helvetica', size: 9, color: '#5a5a5a' },
  value: { font: 'Helvetica', size: 9.5, color: '#1a1a1a' },
  small: { font: 'Helvetica', size: 7.5, color: '#5a5a5a' },
} as const;
export type Style = keyof typeof STYLES;

// In points. The bottom leaves room for the notice; the right for readers that put a wider font in Helvetica's place.
const MARGINS = { top: 54, bottom: 90, left: 54, right: 96 };
const LINE_HEIGHT = 1.3;

/** Pages to write on from top to bottom: measured lines, page breaks, and the tags that screen readers follow. */
export class ReportPage {
  readonly doc: PDFKit.PDFDocument;
  readonly #widths = new Map<string, number>();
  /** Where the next line goes, in points from the top. */
  y = MARGINS.top;

  constructor(title: string, createdAt: Date) {
    // Everything that would differ from one making to the next is given, so that the bytes are the same.
    this.doc = new PDFDocument({
      size: 'A4',
      margins: MARGINS,
      pdfVersion: '1.7',
      tagged: true,
      displayTitle: true,
      lang: 'en-ZA',
      bufferPages: true,
      info: { Title: title, CreationDate: createdAt, ModDate: createdAt },
    });
  }

  get left(): number {
    return MARGINS.left;
  }

  get width(): number {
    return this.doc.page.width - MARGINS.left - MARGINS.right;
  }

  /** The lowest place that a line may reach. */
  get bottom(): number {
    return this.doc.page.height - MARGINS.bottom;
  }

  get pageCount(): number {
    return this.doc.bufferedPageRange().count;
  }

  /** The lines that a text takes in a column. */
  lines(text: string, style: Style, width: number): string[] {
    return wrapText(printableText(text), width, (character) => this.#widthOf(character, style));
  }

  heightOf(lines: number, style: Style): number {
    return lines * STYLES[style].size * LINE_HEIGHT;
  }

  /** Starts a new page unless so many points are left on this one. */
  ensure(height: number): void {
    if (this.y + height <= this.bottom) return;
    this.doc.continueOnNewPage();
    this.y = MARGINS.top;
  }

  /** Writes lines below each other from the current place, over as many pages as they take. */
  write(lines: readonly string[], style: Style, x: number): void {
    const { size } = STYLES[style];
    for (const line of lines) {
      this.ensure(size * LINE_HEIGHT);
      this.writeAt(line, style, x, this.y);
      this.y += size * LINE_HEIGHT;
    }
  }

  /** Writes one line at a place of the current page. */
  writeAt(line: string, style: Style, x: number, y: number): void {
    const { font, size, color } = STYLES[style];
    this.doc.font(font).fontSize(size).fillColor(color).text(line, x, y, { lineBreak: false });
  }

  /** The finished file. */
  finish(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    return new Promise((resolve, reject) => {
      this.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
      this.doc.on('end', () => resolve(Buffer.concat(chunks)));
      this.doc.on('error', reject);
      this.doc.end();
    });
  }

  #widthOf(character: string, style: Style): number {
    const { font, size } = STYLES[style];
    const key = font + character;
    let width = this.#widths.get(key);
    if (width === undefined) {
      width = this.doc.font(font).fontSize(1).widthOfString(character);
      this.#widths.set(key, width);
    }
    return width * size;
  }
}
