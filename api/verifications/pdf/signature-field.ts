import type PDFDocument from 'pdfkit';

/** Bytes reserved for a signature: enough for the certificates of some issuers as well. */
export const SIGNATURE_BYTES = 8_192;
/** Placeholder for the positions of the signed bytes; has the length of the final text. */
export const UNKNOWN_RANGE = '/ByteRange [0 9999999999 9999999999 9999999999]';

/** Members that pdfkit's types leave out. */
interface OpenDocument {
  _root: { data: Record<string, unknown> };
  _acroform: { fonts: object; defaultFont: string };
  page: { dictionary: unknown; annotations: unknown[] };
}

/**
 * Adds an invisible signature field filled with zeros, to be replaced by a signature over all other bytes of the file
 * (PAdES, ETSI EN 319 142-1). The thread that writes the document has no key: the file is signed outside it.
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
  // pdfkit ends the form itself, and expects the fonts of other fields in it.
  const form = doc.ref({ SigFlags: 3, Fields: [field], DR: { Font: {} } });
  open._acroform = { fonts: {}, defaultFont: 'none' };
  page.annotations.push(field);
  root.data.AcroForm = form;
  for (const reference of [signature, field]) (reference as unknown as { end(): void }).end();
}
