/** What a person may have beside the password. */
export const FACTOR_KINDS = ['totp', 'passkey'] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/** With what a person may prove who they are, once more. */
export const PROOF_METHODS = ['totp', 'passkey', 'recovery_code', 'password'] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

/** Of whom a second factor is demanded (contract 11). */
export const FACTOR_DEMANDS = ['staff', 'all', 'none'] as const;
export type FactorDemand = (typeof FACTOR_DEMANDS)[number];

/** Whether somebody has to have a second factor. */
export function needsSecondFactor(
  demand: FactorDemand,
  { ofStaff, ofDemandingClient }: { ofStaff: boolean; ofDemandingClient: boolean },
): boolean {
  return demand === 'all' || (demand === 'staff' && ofStaff) || ofDemandingClient;
}

/** How somebody with these factors may prove one of them. */
export function proofMethods(factors: readonly FactorKind[]): ProofMethod[] {
  return factors.length === 0
    ? ['password']
    : [...FACTOR_KINDS.filter((kind) => factors.includes(kind)), 'recovery_code'];
}
