import type { ReportPage } from './report-page.js';

const MAX_SIDE = 20_000;

/** What pdfkit has read of a picture; its own types leave out the function and the colours. */
interface ImageReader {
  openImage(file: Buffer): OpenedPicture;
}

/** A picture as it is stored. */
export interface OpenedPicture {
  width: number;
  height: number;
  /** Absent for a PNG, and for a JPEG whose colour space is unknown. */
  colorSpace?: string;
  /** How it is to be turned (Exif); absent for a PNG. */
  orientation?: number;
}

/**
 * Opens a picture a PDF file can hold; undefined for any other. pdfkit throws plain strings for files it cannot read,
 * and trusts the size a file claims.
 */
export function openPicture(page: ReportPage, file: Buffer): OpenedPicture | undefined {
  try {
    const picture = (page.doc as unknown as ImageReader).openImage(file);
    const isSized = [picture.width, picture.height].every((side) => side > 0 && side <= MAX_SIDE);
    return isSized ? picture : undefined;
  } catch {
    return undefined;
  }
}
