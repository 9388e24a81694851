import { createHash } from 'node:crypto';
import type { ApiDeps } from '../../deps.js';
import { signCms } from './cms.js';
import { KeptIdentity } from './kept-identity.js';
import { SIGNATURE_BYTES, UNKNOWN_RANGE } from './signature-field.js';
import { identityFromPem, type SigningIdentity } from './signing-identity.js';

/** Signs documents that have room for a signature. The same document always gets the same signature. */
export class PdfSigner {
  readonly #readIdentity: () => Promise<SigningIdentity>;

  /** Uses the configured identity, or one the service generated for itself. */
  constructor({ config, db }: Pick<ApiDeps, 'config' | 'db'>) {
    const { pdfSigningPem, encryptionKeys } = config;
    if (pdfSigningPem === undefined) {
      const kept = new KeptIdentity(db.unscoped, encryptionKeys);
      this.#readIdentity = () => kept.read();
    } else {
      const given = identityFromPem(pdfSigningPem);
      this.#readIdentity = async () => given;
    }
  }

  async sign(file: Buffer): Promise<Buffer> {
    const identity = await this.#readIdentity();
    const { signed, from, to } = fillRange(file);
    const digest = createHash('sha256').update(signed.subarray(0, from)).update(signed.subarray(to)).digest();
    const cms = await signCms(identity, digest);
    if (cms.length > SIGNATURE_BYTES)
      throw new Error('The certificates of PDF_SIGNING_PEM are too many for a signature');
    signed.write(cms.toString('hex'), from + 1, 'latin1');
    return signed;
  }
}

/** Fills in which bytes are signed: all but the signature in its angle brackets, from `from` to `to`. */
function fillRange(file: Buffer): { signed: Buffer; from: number; to: number } {
  const signed = Buffer.from(file);
  const place = signed.lastIndexOf(UNKNOWN_RANGE);
  const from = signed.indexOf('<', signed.indexOf('/Contents', place));
  const to = from + 2 * SIGNATURE_BYTES + 2;
  if (place < 0 || from < 0 || signed[to - 1] !== '>'.charCodeAt(0))
    throw new Error('Bug: no room for a signature');
  const range = `/ByteRange [0 ${from} ${to} ${signed.length - to}]`;
  signed.write(range.padEnd(UNKNOWN_RANGE.length), place, 'latin1');
  return { signed, from, to };
}
