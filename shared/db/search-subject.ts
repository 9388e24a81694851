import type { KeyObject } from 'node:crypto';
import { subjectHash } from '../crypto/keyed-hash.js';
import { hasAtMost } from '../domain/characters.js';
import { foldName } from '../domain/fold-name.js';
import { searchForms } from '../domain/input-types.js';

/** How to find one subject of one client. */
export interface SubjectSearch {
  /** The clean forms it may have been stored under. */
  forms: readonly string[];
  /** Their keyed hashes, as in `verifications.subject_hash`. */
  hashes: readonly Buffer[];
  /** The forms with the differences between spellings of a name folded away. */
  names: readonly string[];
}

/** Maximum length of a subject in code points, as on submission (contract 4.1). */
export const MAX_SUBJECT_LENGTH = 200;

/** Prepares a search for a subject in any spelling a service accepts; undefined if no service accepts it. */
export function searchSubject(
  indexKey: KeyObject,
  clientId: string,
  raw: string,
  now: Date,
): SubjectSearch | undefined {
  const text = raw.trim();
  const forms = hasAtMost(text, MAX_SUBJECT_LENGTH) ? searchForms(text, now) : [];
  if (forms.length === 0) return undefined;
  return {
    forms,
    hashes: forms.map((form) => subjectHash(indexKey, clientId, form)),
    names: [...new Set(forms.map(foldName))],
  };
}
