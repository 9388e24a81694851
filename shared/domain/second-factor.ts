/** The kinds of second factor. */
export const FACTOR_KINDS = ['totp', 'passkey'] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/** The ways to prove one's identity again. */
export const PROOF_METHODS = ['totp', 'passkey', 'recovery_code', 'password'] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

/** Who needs a second factor (contract 11). */
export const FACTOR_DEMANDS = ['staff', 'all', 'none'] as const;
export type FactorDemand = (typeof FACTOR_DEMANDS)[number];

/** Whether a person must have a second factor. */
export function needsSecondFactor(
  demand: FactorDemand,
  { ofStaff, ofDemandingClient }: { ofStaff: boolean; ofDemandingClient: boolean },
): boolean {
  return demand === 'all' || (demand === 'staff' && ofStaff) || ofDemandingClient;
}

/** Returns how a person with these factors may prove their identity. */
export function proofMethods(factors: readonly FactorKind[]): ProofMethod[] {
  return factors.length === 0
    ? ['password']
    : [...FACTOR_KINDS.filter((kind) => factors.includes(kind)), 'recovery_code'];
}
