import type { KeyObject } from 'node:crypto';
import type { Keyring } from '../crypto/keyring.js';
import { openDataKey, type Place, SealError, seal, unseal } from '../crypto/seal.js';
import type { Parameters } from '../domain/parameters.js';
import type { Verification } from './entities/verification.entity.js';
import type { RowOf } from './row-of.js';

/** Every column sealed under the data key of its verification, with its table. */
const TABLE_OF = {
  subject_sealed: 'verifications',
  parameters_sealed: 'verifications',
  details_sealed: 'checks',
  reference_sealed: 'checks',
  photo_sealed: 'checks',
  answer_sealed: 'provider_calls',
  text_sealed: 'review_notes',
} as const;
export type SealedColumn = keyof typeof TABLE_OF;

/** Seals a value for one column of the row with this id. Opening it requires the same column and id. */
export function sealFor(
  dataKey: KeyObject,
  column: SealedColumn,
  rowId: string,
  content: Buffer | string,
): Buffer {
  return seal(dataKey, content, placeOf(column, rowId));
}

/** The columns `SealedVerification` needs; the data key is null after an erasure. */
export type DataKeyRow = RowOf<Verification, 'id' | 'data_key'>;

/** Opens the sealed columns of one verification, its checks and its calls. All methods throw SealError. */
export class SealedVerification {
  #dataKey: KeyObject | undefined;

  constructor(
    private readonly keyring: Keyring,
    private readonly row: DataKeyRow,
  ) {}

  /** Seals and opens all personal data of the verification. Opened when first needed, once for all columns. */
  get dataKey(): KeyObject {
    const { id, data_key } = this.row;
    if (data_key === null) throw new SealError(`The personal data of verification ${id} is erased`);
    this.#dataKey ??= openDataKey(this.keyring, data_key, id);
    return this.#dataKey;
  }

  subject(sealed: Buffer): string {
    return this.#open('subject_sealed', this.row.id, sealed).toString();
  }

  parameters(sealed: Buffer): Parameters {
    return JSON.parse(this.#open('parameters_sealed', this.row.id, sealed).toString()) as Parameters;
  }

  /** The normalised facts of a check. */
  details(checkId: string, sealed: Buffer): Record<string, unknown> {
    return JSON.parse(this.#open('details_sealed', checkId, sealed).toString()) as Record<string, unknown>;
  }

  /** The provider's reference of a check. */
  reference(checkId: string, sealed: Buffer): string {
    return this.#open('reference_sealed', checkId, sealed).toString();
  }

  /** The JPEG bytes of an identity check. */
  photo(checkId: string, sealed: Buffer): Buffer {
    return this.#open('photo_sealed', checkId, sealed);
  }

  /** The provider's answer to a call, as received. */
  answer(callId: string, sealed: Buffer): string {
    return this.#open('answer_sealed', callId, sealed).toString();
  }

  /** What a reviewer wrote. */
  note(noteId: string, sealed: Buffer): string {
    return this.#open('text_sealed', noteId, sealed).toString();
  }

  /** Seals what a reviewer writes. */
  sealNote(noteId: string, text: string): Buffer {
    return sealFor(this.dataKey, 'text_sealed', noteId, text);
  }

  #open(column: SealedColumn, rowId: string, sealed: Buffer): Buffer {
    return unseal(this.dataKey, sealed, placeOf(column, rowId));
  }
}

function placeOf(column: SealedColumn, rowId: string): Place {
  return { table: TABLE_OF[column], column, id: rowId };
}
