import type { EvidenceFile, EvidenceFinding } from '../evidence.js';

export function checkAll(
  given: readonly EvidenceFile[],
  trusted: { keys: string; witnesses: readonly string[]; certificates: readonly string[] },
): Promise<EvidenceFinding[]>;
