import { createHash } from 'node:crypto';
import type { Keyring } from '../../../shared/crypto/keyring.js';
import { type Place, sealUnderRing, unsealUnderRing } from '../../../shared/crypto/seal.js';
import type { Database } from '../../../shared/db/database.js';
import type { PdfIdentity } from '../../../shared/db/entities/index.js';
import type { RowOf } from '../../../shared/db/row-of.js';
import { appendAudit } from '../../../shared/evidence/append-audit.js';
import { identityFromPem, makeIdentity, type SigningIdentity } from './signing-identity.js';

/** The id of the only row. */
const ROW = '00000000-0000-0000-0000-000000000001';
const PLACE: Place = { table: 'pdf_identity', column: 'pem_sealed', id: ROW };

/**
 * The key and certificate the service has generated for itself: created once, by whichever process needs them first,
 * and stored in the database, where every process finds the same ones.
 */
export class KeptIdentity {
  #opened: { sealed: Buffer; identity: SigningIdentity } | undefined;
  #making: Promise<Buffer> | undefined;

  constructor(
    private readonly db: Database,
    private readonly ring: Keyring,
  ) {}

  /** Reads the database each time: a restore may have replaced or removed the identity. Throws SealError. */
  async read(): Promise<SigningIdentity> {
    const sealed = (await this.#find()) ?? (await this.#make());
    if (this.#opened?.sealed.equals(sealed) !== true) {
      const pem = unsealUnderRing(this.ring, sealed, PLACE).toString();
      this.#opened = { sealed, identity: identityFromPem(pem) };
    }
    return this.#opened.identity;
  }

  async #find(): Promise<Buffer | undefined> {
    const [row] = await this.db.query<RowOf<PdfIdentity, 'pem_sealed'>>(
      'SELECT pem_sealed FROM pdf_identity',
    );
    return row?.pem_sealed;
  }

  /** Creates one at a time; a failure is shared by those waiting, and the next caller tries again. */
  #make(): Promise<Buffer> {
    this.#making ??= this.#store().finally(() => {
      this.#making = undefined;
    });
    return this.#making;
  }

  /** The first row inserted wins. The audit log records which certificate is the service's own. */
  async #store(): Promise<Buffer> {
    const pem = await makeIdentity();
    const sealed = sealUnderRing(this.ring, Buffer.from(pem), PLACE);
    await this.db.transaction(async (sql) => {
      const added = await sql.query(
        'INSERT INTO pdf_identity (pem_sealed) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id',
        [sealed],
      );
      if (added.length === 0) return;
      await appendAudit(sql, {
        actor: 'system',
        action: 'pdf_certificate.made',
        target: 'pdf_certificate',
        details: { sha256: createHash('sha256').update(identityFromPem(pem).certificate).digest('hex') },
      });
    });
    const stored = await this.#find();
    if (stored === undefined) throw new Error('Bug: the identity that was stored is gone');
    return stored;
  }
}
