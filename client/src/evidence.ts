/** A receipt, a proof, a PDF report, or a webhook: its three headers, an empty line and its body. */
export interface EvidenceFile {
  name: string;
  bytes: Uint8Array;
}

export interface TrustedKeys {
  /** A JWK set as text: what `/.well-known/jwks.json` of the service said when you took it down. */
  keys: string;
  /** The keys of witnesses that must have signed every proof, as each of them prints its own. */
  witnesses?: readonly string[];
}

/** What a file proves, in words. */
export interface EvidenceFinding {
  name: string;
  proven: boolean;
  title: string;
  lines: string[];
}

/**
 * Checks evidence of the service without asking it: what its page /verify does, by the same code. A proof is checked
 * together with the receipt that it is for. Never throws for what is wrong with a file: that is a finding.
 */
export async function checkEvidence(
  files: readonly EvidenceFile[],
  { keys, witnesses = [] }: TrustedKeys,
): Promise<EvidenceFinding[]> {
  const { checkAll } = await import('./evidence-checks.mjs');
  return checkAll(files, { keys, witnesses });
}
