/** A receipt, a proof, a PDF report, or a webhook: its three headers, an empty line and its body. */
export interface EvidenceFile {
  name: string;
  bytes: Uint8Array;
}

export interface TrustedKeys {
  /** A JWK set as text: the content of the service's `/.well-known/jwks.json` when you saved it. */
  keys: string;
  /** The keys of witnesses that must have signed every proof, as printed by each of them. */
  witnesses?: readonly string[];
  /**
   * The SHA-256, in hexadecimal digits, of the certificates of which one must have signed every PDF report. Without any, a
   * PDF proves only that it was not changed since somebody signed it.
   */
  certificates?: readonly string[];
}

/** What a file proves, in words. */
export interface EvidenceFinding {
  name: string;
  proven: boolean;
  title: string;
  lines: string[];
}

/**
 * Checks evidence of the service without contacting it, with the same code as its page /verify. A proof is checked
 * together with its receipt. Does not throw if something is wrong with a file: that is a finding.
 */
export async function checkEvidence(
  files: readonly EvidenceFile[],
  { keys, witnesses = [], certificates = [] }: TrustedKeys,
): Promise<EvidenceFinding[]> {
  const { checkAll } = await import('./evidence-checks/check-all.js');
  return checkAll(files, { keys, witnesses, certificates });
}
