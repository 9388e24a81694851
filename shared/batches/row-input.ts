import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Keyring } from '../crypto/keyring.js';
import { takeRandomBytes } from '../crypto/random-bytes.js';
import { seal, sealUnderRing, unseal, unsealUnderRing } from '../crypto/seal.js';
import type { InputType } from '../domain/input-type.js';
import type { Parameters } from '../domain/parameters.js';
import type { ServiceCode } from '../services/index.js';

const KEY_BYTES = 32;

/** The content of a row, in its clean form. */
export interface RowInput {
  service: ServiceCode;
  subject: { type: InputType; value: string };
  parameters: Parameters;
  purpose: string;
  reference: string | null;
}

/**
 * Creates a key for the rows of a batch, and its sealed form for the batch. Destroying it destroys every copy of them.
 */
export function createBatchKey(ring: Keyring, batchId: string): { key: KeyObject; sealed: Buffer } {
  const raw = takeRandomBytes(KEY_BYTES);
  return { key: createSecretKey(raw), sealed: sealUnderRing(ring, raw, keyPlace(batchId)) };
}

/** Opens the key of a batch. Throws SealError. */
export function openBatchKey(ring: Keyring, sealed: Buffer, batchId: string): KeyObject {
  return createSecretKey(unsealUnderRing(ring, sealed, keyPlace(batchId)));
}

/** Seals the content of a row under its batch's key, bound to its place: it opens as no other row. */
export function sealRow(key: KeyObject, batchId: string, rowNo: number, input: RowInput): Buffer {
  return seal(key, JSON.stringify(input), rowPlace(batchId, rowNo));
}

/** Opens the content of a row. Throws SealError. */
export function openRow(key: KeyObject, batchId: string, rowNo: number, sealed: Buffer): RowInput {
  return JSON.parse(unseal(key, sealed, rowPlace(batchId, rowNo)).toString()) as RowInput;
}

function keyPlace(id: string) {
  return { table: 'batches', column: 'data_key', id };
}

function rowPlace(batchId: string, rowNo: number) {
  return { table: 'batch_rows', column: 'input_sealed', id: `${batchId}:${rowNo}` };
}
