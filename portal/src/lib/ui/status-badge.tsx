import type { CheckOutcome, Outcome } from '../../../../shared/domain/outcome.js';
import type { Status } from '../../../../shared/domain/states.js';
import { Badge, type Tone } from './badge.js';

const OUTCOMES: Readonly<Record<Outcome, readonly [Tone, string]>> = {
  positive: ['good', 'Positive'],
  negative: ['bad', 'Negative'],
  no_record: ['plain', 'No record'],
  mixed: ['warn', 'Mixed'],
  rejected: ['plain', 'Rejected'],
  closed: ['plain', 'Closed'],
};

/** The outcome once there is one, otherwise how far it is. */
export function StatusBadge({ status, outcome }: { status: Status; outcome: Outcome | CheckOutcome | null }) {
  if (status === 'pending') return <Badge tone="busy">In progress</Badge>;
  if (status === 'manual_review') return <Badge tone="warn">In review</Badge>;
  if (outcome === null) return <Badge tone="plain">Completed</Badge>;
  const [tone, word] = OUTCOMES[outcome];
  return <Badge tone={tone}>{word}</Badge>;
}
