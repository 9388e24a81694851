import type PDFDocument from 'pdfkit';

/** Bytes that a signature may take: certificates of some issuers fit in. */
export const SIGNATURE_BYTES = 8_192;
/** Stands where the places of the signed bytes will; of their length. */
export const UNKNOWN_RANGE = '/ByteRange [0 9999999999 9999999999 9999999999]';

/** What the types of pdfkit leave out. */
interface OpenDocument {
  _root: { data: Record<string, unknown> };
  _acroform: { fonts: object; defaultFont: string };
  page: { dictionary: unknown; annotations: unknown[] };
}

/**
 * Adds a signature field that shows nothing on the page, and in it zeros that are to become a signature over all other
 * bytes of the file (PAdES, ETSI EN 319 142-1). The thread that writes the document has no key: the file is signed outside.
 */
export function leaveRoomForSignature(doc: InstanceType<typeof PDFDocument>, statedAt: Date): void {
  const open = doc as unknown as OpenDocument;
  const { _root: root, page } = open;
  const far = 9_999_999_999;
  const signature = doc.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, far, far, far],
    Contents: Buffer.alloc(SIGNATURE_BYTES),
    M: statedAt,
  });
  const field = doc.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    Rect: [0, 0, 0, 0],
    // Hidden and locked.
    F: 130,
    V: signature,
    T: new String('Signature'),
    P: page.dictionary,
  });
  // pdfkit ends the form by itself, and wants to know of the fonts of other fields.
  const form = doc.ref({ SigFlags: 3, Fields: [field], DR: { Font: {} } });
  open._acroform = { fonts: {}, defaultFont: 'none' };
  page.annotations.push(field);
  root.data.AcroForm = form;
  for (const reference of [signature, field]) (reference as unknown as { end(): void }).end();
}
