/** The result of a check or verification (contract 4.4). */
export const OUTCOMES = ['positive', 'negative', 'no_record', 'mixed', 'rejected', 'closed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What one provider answer can say about a check; the other outcomes come from refusals, bundles and staff. */
export type AnsweredOutcome = 'positive' | 'negative' | 'no_record';

/** The possible outcomes of a check. */
export type CheckOutcome = AnsweredOutcome | 'rejected';

/**
 * Combines the outcomes of a verification's completed checks (architecture 3): a single check decides alone; a bundle
 * is rejected only if every part was, negative if any part is, positive or no_record if all are, and mixed otherwise.
 */
export function combineOutcomes(outcomes: readonly CheckOutcome[]): Outcome {
  const [first] = outcomes;
  if (first === undefined) throw new Error('Bug: a verification without checks has no outcome');
  if (outcomes.every((outcome) => outcome === first)) return first;
  return outcomes.includes('negative') && !outcomes.includes('rejected') ? 'negative' : 'mixed';
}
