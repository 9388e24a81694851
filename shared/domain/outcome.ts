/** What a check or a verification found (contract 4.4). */
export const OUTCOMES = ['positive', 'negative', 'no_record', 'mixed', 'rejected', 'closed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What one provider answer can say about one check; the other outcomes arise from refusals, bundles and staff. */
export type AnsweredOutcome = 'positive' | 'negative' | 'no_record';

/** What a check can end with. */
export type CheckOutcome = AnsweredOutcome | 'rejected';

/**
 * The outcome of a verification from those of its completed checks (architecture 3): a single check speaks for
 * itself; a bundle is rejected only when every part was, negative if any part is, positive or no_record if all are,
 * and mixed otherwise.
 */
export function combineOutcomes(outcomes: readonly CheckOutcome[]): Outcome {
  const [first] = outcomes;
  if (first === undefined) throw new Error('Bug: a verification without checks has no outcome');
  if (outcomes.every((outcome) => outcome === first)) return first;
  return outcomes.includes('negative') && !outcomes.includes('rejected') ? 'negative' : 'mixed';
}
