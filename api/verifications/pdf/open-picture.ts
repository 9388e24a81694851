import type { ReportPage } from './report-page.js';

const LONGEST_SIDE = 20_000;

/** What pdfkit has read of a picture; its own types leave the function and the colours out. */
interface ImageReader {
  openImage(file: Buffer): OpenedPicture;
}

interface OpenedPicture {
  width: number;
  height: number;
  /** Absent of a PNG, and of a JPEG whose colours no reader knows. */
  colorSpace?: string;
}

/**
 * The size of a picture that a PDF file can hold, or undefined for any other. pdfkit throws plain strings at files that it
 * cannot read, and believes the size that a file claims.
 */
export function openPicture(page: ReportPage, file: Buffer): OpenedPicture | undefined {
  try {
    const picture = (page.doc as unknown as ImageReader).openImage(file);
    const isSized = [picture.width, picture.height].every((side) => side > 0 && side <= LONGEST_SIDE);
    return isSized ? picture : undefined;
  } catch {
    return undefined;
  }
}
