import PDFDocument from 'pdfkit';
import { layOutOnce, packPage } from './lighten-pdfkit.js';
import { printableText } from './printable-text.js';
import { leaveRoomForSignature } from './signature-field.js';
import type { Typeface } from './typeface.js';
import { wrapText } from './wrap-text.js';

/** Type styles, sizes in points. */
export const STYLES = {
  title: { weight: 'bold', size: 18, color: '#1a1a1a' },
  verdict: { weight: 'bold', size: 15, color: '#1a1a1a' },
  heading: { weight: 'bold', size: 11.5, color: '#1a1a1a' },
  label: { weight: 'regular', size: 9, color: '#5a5a5a' },
  value: { weight: 'regular', size: 9.5, color: '#1a1a1a' },
  small: { weight: 'regular', size: 7.5, color: '#5a5a5a' },
} as const;
export type Style = keyof typeof STYLES;

// In points. The bottom leaves room for the notice; the right for readers that substitute a wider font for Helvetica.
const MARGINS = { top: 54, bottom: 90, left: 54, right: 96 };
const LINE_HEIGHT = 1.3;

// A ligature is one glyph for two letters: searching and copying work better without. pdfkit's types only know the list
// of features to turn on.
const FEATURES = { liga: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[];

/** Pages written from top to bottom: measured lines, page breaks, and the tags that screen readers follow. */
export class ReportPage {
  readonly doc: PDFKit.PDFDocument;
  readonly #widths = new Map<string, number>();
  /** The position of the next line, in points from the top. */
  y = MARGINS.top;
  #beside = { width: 0, until: 0 };

  constructor(
    title: string,
    private readonly createdAt: Date,
    private readonly typeface: Typeface,
  ) {
    // Everything that would differ between runs is fixed, so that the bytes are the same.
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
    for (const [name, font] of Object.entries(typeface.embedded)) {
      this.doc.registerFont(name, font as PDFKit.Mixins.PDFFontSource);
    }
  }

  get left(): number {
    return MARGINS.left;
  }

  get top(): number {
    return MARGINS.top;
  }

  /** The width of lines at the current position: narrower beside a picture. */
  get width(): number {
    const taken = this.pageCount === 1 && this.y < this.#beside.until ? this.#beside.width : 0;
    return this.doc.page.width - MARGINS.left - MARGINS.right - taken;
  }

  /** Reserves space for a picture at the top right of the first page; returns its left edge. */
  leaveRoom(width: number, height: number, gap: number): number {
    this.#beside = { width: width + gap, until: MARGINS.top + height + gap };
    return this.doc.page.width - MARGINS.right - width;
  }

  /** The lowest position a line may reach. */
  get bottom(): number {
    return this.doc.page.height - MARGINS.bottom;
  }

  get pageCount(): number {
    return this.doc.bufferedPageRange().count;
  }

  /** Wraps a text into the lines it takes in a column. */
  lines(text: string, style: Style, width: number): string[] {
    return wrapText(printableText(text, this.typeface.repertoire), width, (character) =>
      this.#widthOf(character, style),
    );
  }

  heightOf(lines: number, style: Style): number {
    return lines * STYLES[style].size * LINE_HEIGHT;
  }

  /** Starts a new page unless this much height, in points, is left on this one. */
  ensure(height: number): void {
    if (this.y + height <= this.bottom) return;
    packPage(this.doc);
    this.doc.continueOnNewPage();
    this.y = MARGINS.top;
  }

  /** Writes lines below each other from the current position, over as many pages as they take. */
  write(lines: readonly string[], style: Style, x: number): void {
    const { size } = STYLES[style];
    for (const line of lines) {
      this.ensure(size * LINE_HEIGHT);
      this.writeAt(line, style, x, this.y);
      this.y += size * LINE_HEIGHT;
    }
  }

  /** Writes one line at a position on the current page. */
  writeAt(line: string, style: Style, x: number, y: number): void {
    const { weight, size, color } = STYLES[style];
    this.doc.font(this.typeface[weight]).fontSize(size).fillColor(color);
    layOutOnce(this.doc);
    this.doc.text(line, x, y, { lineBreak: false, features: FEATURES });
  }

  /** The finished file, with room for a signature over all of it. */
  finish(): Promise<Buffer> {
    leaveRoomForSignature(this.doc, this.createdAt);
    const chunks: Buffer[] = [];
    return new Promise((resolve, reject) => {
      this.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
      this.doc.on('end', () => resolve(Buffer.concat(chunks)));
      this.doc.on('error', reject);
      this.doc.end();
    });
  }

  #widthOf(character: string, style: Style): number {
    const { weight, size } = STYLES[style];
    const key = weight + character;
    let width = this.#widths.get(key);
    if (width === undefined) {
      width = this.doc.font(this.typeface[weight]).fontSize(1).widthOfString(character);
      this.#widths.set(key, width);
    }
    return width * size;
  }
}
