import type { SubjectInput } from '../domain/input-type.js';
import type { AnsweredOutcome } from '../domain/outcome.js';
import type { ParameterName } from '../domain/parameters.js';
import type { RecordFact } from '../facts/fact.js';

/** One service: everything the rest of the program knows about it except its price (`price-list.ts`). */
export interface Statement<Code extends string, Part extends string> {
  readonly code: Code;
  readonly label: string;
  readonly category: string;
  /** Two sentences: what is checked where, and what it is good for. */
  readonly description: string;
  readonly input: SubjectInput;
  readonly parameters: readonly ParameterName[];
  /** Whether the check requests an ID photograph, which needs explicit consent (contract 4.1). */
  readonly biometricConsentRequired: boolean;
  /** Whether it looks for what should not be there: a hit is bad news, and "positive" would mislead (contract 9). */
  readonly screening: boolean;
  /** The kind of register or database queried, without naming the provider; for a bundle, those of all parts. */
  readonly source: string;
  /** The parts of a bundle; otherwise the service itself. */
  readonly checks: readonly Part[];
}

/** The providers of checks, each a folder of worker/providers; at most 20 characters (`provider_calls.provider`). */
export const PROVIDER_NAMES = ['upstream'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];
/** Anyone a call can be made to: test mode has a provider that no service names (contract 12). */
export type CallProvider = ProviderName | 'simulator';

/** A service that is one unit of provider work, with what it returns. */
export interface CheckStatement<
  Code extends string,
  Facts extends RecordFact,
  From extends ProviderName = ProviderName,
> extends Statement<Code, Code> {
  readonly provider: From;
  readonly facts: Facts;
  /** What its adapter makes of an answer that states the examples of these facts; used for the example report. */
  readonly finding: { readonly outcome: AnsweredOutcome; readonly label: string };
}

type Habitual = 'parameters' | 'biometricConsentRequired' | 'screening';

/** Defines a check. By default it takes no parameters, needs no biometric consent and is no screening. */
export function check<const Code extends string, Facts extends RecordFact, const From extends ProviderName>(
  statement: Omit<CheckStatement<Code, Facts, From>, 'checks' | Habitual> &
    Partial<Pick<CheckStatement<Code, Facts, From>, Habitual>>,
): CheckStatement<Code, Facts, From> {
  const habitual = { parameters: [], biometricConsentRequired: false, screening: false };
  return { ...habitual, ...statement, checks: [statement.code] };
}

/** Defines a bundle of several checks on one subject under one charge: it returns and needs whatever its parts do. */
export function bundle<const Code extends string, Part extends string>({
  parts,
  ...statement
}: Pick<Statement<Code, Part>, 'code' | 'label' | 'description' | 'input'> & {
  readonly parts: readonly CheckStatement<Part, RecordFact>[];
}): Statement<Code, Part> {
  return {
    ...statement,
    category: 'Bundles',
    parameters: [],
    biometricConsentRequired: parts.some(({ biometricConsentRequired }) => biometricConsentRequired),
    screening: false,
    source: parts.map(({ source }) => source).join('; '),
    checks: parts.map(({ code }) => code),
  };
}

/** The subject of most services. The example belongs to nobody: A = 7 was no longer issued by 2000 (contract 4.5). */
export const IDENTITY_NUMBER: SubjectInput = {
  types: ['sa_id_number'],
  hint: 'South African identity number, 13 digits',
  example: '0001010000071',
};
