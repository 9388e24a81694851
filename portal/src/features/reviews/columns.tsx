import type { WireReview } from '../../../../shared/wire/review.js';
import { Badge } from '../../lib/ui/badge.js';
import type { Column } from '../../lib/ui/data-table.js';
import text from '../../lib/ui/text.module.css';
import { CaseName } from './case-name.js';
import { dueWords } from './due.js';
import { REASONS, waitingWords } from './words.js';

/** The columns of the desk. */
export const REVIEW_COLUMNS: readonly Column<WireReview>[] = [
  { header: 'Check', phone: 'title', cell: (review) => <CaseName {...review} /> },
  { header: 'Client', phone: 'below', cell: ({ client }) => client.name },
  {
    header: 'Subject',
    phone: 'below',
    cell: ({ subject }) => <span className={`${text.mono} ${text.whole}`}>{subject}</span>,
  },
  { header: 'Reason', phone: 'below', cell: ({ reason }) => REASONS[reason].short },
  { header: 'State', phone: 'aside', cell: (review) => <DeskState review={review} /> },
  {
    header: 'Reserved',
    room: 'small',
    end: true,
    phone: 'named-below',
    cell: ({ credits_reserved }) => credits_reserved,
  },
  {
    header: 'Waiting',
    end: true,
    phone: 'named-below',
    cell: ({ age_seconds }) => waitingWords(age_seconds),
  },
  {
    header: 'Due',
    end: true,
    phone: 'named-below',
    cell: ({ age_seconds }) => <Due ageSeconds={age_seconds} />,
  },
];

function Due({ ageSeconds }: { ageSeconds: number }) {
  const { words, late } = dueWords(ageSeconds);
  return late ? <Badge tone="bad">{words}</Badge> : <span className={text.whole}>{words}</span>;
}

function DeskState({ review: { taken_by, late_answer, certainly_not_sent } }: { review: WireReview }) {
  if (taken_by !== null) return <Badge tone="busy">{taken_by.email}</Badge>;
  if (late_answer) return <Badge tone="good">Late answer</Badge>;
  return certainly_not_sent ? <Badge tone="plain">Not sent</Badge> : <Badge tone="warn">Free</Badge>;
}
