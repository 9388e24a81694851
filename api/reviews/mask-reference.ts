import type { Keyring } from '../../shared/crypto/keyring.js';
import { SealError } from '../../shared/crypto/seal.js';
import type { Verification } from '../../shared/db/entities/verification.entity.js';
import type { RowOf } from '../../shared/db/row-of.js';
import { SealedVerification } from '../../shared/db/sealed-verification.js';
import { maskSubject, maskWithin } from '../../shared/domain/mask.js';

/** What a list reads of a verification to show its reference; an erased one has none of it. */
export type ReferenceRow = RowOf<Verification, 'id' | 'reference' | 'data_key' | 'subject_sealed'>;

/** The client's reference for a case, with the subject masked: clients may have put it there. */
export function maskReference(row: ReferenceRow, keyring: Keyring): string | null {
  const { reference, subject_sealed } = row;
  if (reference === null || subject_sealed === null) return null;
  try {
    return maskWithin(reference, new SealedVerification(keyring, row).subject(subject_sealed));
  } catch (error) {
    // One case that does not open must not take the whole list away.
    if (error instanceof SealError) return maskSubject(reference);
    throw error;
  }
}

/** Returns an answer about a case that is open already, with the subject masked in its reference. */
export function withMaskedReference<T extends { reference?: string }>(answer: T, subject: string): T {
  const { reference } = answer;
  return reference === undefined ? answer : { ...answer, reference: maskWithin(reference, subject) };
}
