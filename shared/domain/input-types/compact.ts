// Every Unicode space and dash, because numbers are pasted from documents that use typographic ones.
const SPACES_AND_HYPHENS = /[\s\p{Pd}]+/gu;

/** Removes spaces and hyphens, which people put into numbers freely (contract 4.5). */
export function compact(raw: string): string {
  return raw.replace(SPACES_AND_HYPHENS, '');
}
