import type { CheckOutcome, Outcome } from '../../../../shared/domain/outcome.js';
import type { Status } from '../../../../shared/domain/states.js';
import { SCREENINGS, type ServiceCode } from '../../../../shared/services/index.js';
import { Badge, type Tone } from './badge.js';

const OUTCOMES: Readonly<Record<Outcome, readonly [Tone, string]>> = {
  positive: ['good', 'Positive'],
  negative: ['bad', 'Negative'],
  no_record: ['plain', 'No record'],
  mixed: ['warn', 'Mixed'],
  rejected: ['plain', 'Rejected'],
  closed: ['plain', 'Closed'],
};

/** The names of the outcomes. */
export const OUTCOME_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(OUTCOMES).map(([outcome, [, word]]) => [outcome, word]),
);

/** A screening looks for what should not be there, so "positive" would mislead (contract 9). */
const SCREENING_WORDS: Partial<Record<Outcome, string>> = { positive: 'Clear', negative: 'Hits' };

interface StatusBadgeProps {
  status: Status;
  outcome: Outcome | CheckOutcome | null;
  service: ServiceCode;
}

/** The outcome once there is one, in the words of the service, otherwise the progress. */
export function StatusBadge({ status, outcome, service }: StatusBadgeProps) {
  if (status === 'pending') return <Badge tone="busy">In progress</Badge>;
  if (status === 'manual_review') return <Badge tone="warn">In review</Badge>;
  if (outcome === null) return <Badge tone="plain">Completed</Badge>;
  const [tone, word] = OUTCOMES[outcome];
  const screened = SCREENINGS.includes(service) ? SCREENING_WORDS[outcome] : undefined;
  return <Badge tone={tone}>{screened ?? word}</Badge>;
}
