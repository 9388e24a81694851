import type { Outcome } from '../../../../shared/domain/outcome.js';

/**
 * What each outcome means, and what it does not. A result is evidence for a person, never a decision (contract 4.4).
 */
export const OUTCOME_EXPLANATIONS: Readonly<Record<Outcome, string>> = {
  positive: 'The source confirms it. This is evidence for your decision, not the decision itself.',
  negative:
    'The source does not confirm it, or reports something against it. Look at the facts before you decide: this is evidence, not the decision itself.',
  no_record:
    'The source holds nothing on this subject. That is neither a confirmation nor a finding against anybody; it is charged like any answer.',
  mixed: 'The parts of this bundle came to different results. Look at each of them below.',
  rejected: 'Nothing was charged. If the input was mistyped, submit a new check with the right one.',
  closed: 'This is neither a positive nor a negative result.',
};

/** What the outcomes of a screening mean instead: it searches for a name, and confirms nothing. */
export const SCREENING_EXPLANATIONS: Partial<Readonly<Record<Outcome, string>>> = {
  positive:
    'The name is on none of the screened lists. This is evidence for your decision, not the decision itself.',
  negative:
    'The screened lists have the same or a similar name. Compare the details below with what you know before you decide: a similar name may belong to somebody else.',
};

/** Shown instead once the facts behind an outcome are erased. */
export const ERASED_EXPLANATION =
  'The subject and the facts were erased because the person asked for it or their retention period had ended. The outcome stays only because the charge follows from it.';
