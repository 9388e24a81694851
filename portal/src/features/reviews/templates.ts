import { SCREENINGS } from '../../../../shared/services/index.js';
import type { WireReviewDetail } from '../../../../shared/wire/review.js';
import { formatCredits } from '../../lib/format.js';
import type { ReviewAction } from './use-review-action.js';

/** A frequent decision, with its usual wording. */
export interface Template {
  key: string;
  name: string;
  /** What it does to the credits and the client. */
  consequence: string;
  /** The initial text of the result; absent if the decision makes no result. */
  label?: string;
  toAction: (texts: { label: string; note: string }) => ReviewAction;
}

/** The decisions possible in this case without the provider's word, the most frequent first. */
export function templatesFor({ review, credits_reserved, service_code }: WireReviewDetail): Template[] {
  const credits = formatCredits(credits_reserved);
  const charged = `${credits} are charged to ${review.client.name}; the report shows this result.`;
  const screening = SCREENINGS.includes(service_code);
  const completing = (key: string, name: string, outcome: string, label: string): Template => ({
    key,
    name,
    consequence: charged,
    label,
    toAction: (texts) => ({ action: 'resolution', body: { decision: 'complete', outcome, ...texts } }),
  });
  const late: Template = {
    key: 'late',
    name: 'As the late answer says',
    consequence: `${credits} are charged to ${review.client.name}; the report shows what the late answer says.`,
    toAction: ({ note }) => ({ action: 'late-answer', body: { note } }),
  };
  const again: Template = {
    key: 'again',
    name: 'Ask again: nothing was ever sent',
    consequence: `${credits} stay reserved; the provider is called.`,
    toAction: ({ note }) => ({ action: 'resolution', body: { decision: 'requeue', note } }),
  };
  return [
    ...(review.late_answer ? [late] : []),
    ...(review.certainly_not_sent ? [again] : []),
    screening
      ? completing('positive', 'Clear', 'positive', 'Clear: no hits, confirmed by the source on request')
      : completing('positive', 'Confirmed', 'positive', 'Confirmed by the source on request'),
    screening
      ? completing(
          'negative',
          'Hits',
          'negative',
          'Hits on the screened lists, confirmed by the source on request',
        )
      : completing('negative', 'Not confirmed', 'negative', 'Not confirmed by the source on request'),
    completing('no_record', 'No record', 'no_record', 'No record, as confirmed by the source on request'),
    {
      key: 'free',
      // What the provider has answered it has received.
      name:
        review.reason === 'unclear_answer'
          ? 'Cannot be determined: nothing is charged'
          : 'Never received: nothing is charged',
      consequence: `${credits} go back to ${review.client.name}; the check is closed without a result.`,
      toAction: ({ note }) => ({ action: 'resolution', body: { decision: 'release', note } }),
    },
  ];
}
