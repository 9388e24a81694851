import { Link } from '@tanstack/react-router';
import type { WireReview } from '../../../../shared/wire/review.js';
import { durationWords } from '../../lib/format.js';
import { Badge } from '../../lib/ui/badge.js';
import type { Column } from '../../lib/ui/data-table.js';
import { MaskedSubject } from '../../lib/ui/masked-subject.js';
import { OneLine } from '../../lib/ui/one-line.js';
import text from '../../lib/ui/text.module.css';
import { dueWords } from './due.js';
import classes from './reviews.module.css';
import { REASONS } from './words.js';

const CASE: readonly Column<WireReview>[] = [
  {
    header: 'Check',
    phone: 'title',
    cell: ({ request_id, service_label }) => (
      <Link to="/reviews/$requestId" params={{ requestId: request_id }} className={text.link ?? ''}>
        {service_label}
      </Link>
    ),
  },
  {
    header: 'Reference',
    phone: 'below',
    place: classes.referencePlace,
    cell: ({ reference }) => reference !== null && <OneLine words={reference} />,
  },
  {
    header: 'Client',
    phone: 'below',
    place: classes.clientPlace,
    cell: ({ client }) => <OneLine words={client.name} />,
  },
  {
    header: 'Subject',
    phone: 'below',
    place: classes.subjectPlace,
    cell: ({ subject }) => <MaskedSubject subject={subject} />,
  },
  {
    header: 'Reason',
    phone: 'below',
    place: classes.reasonPlace,
    cell: ({ reason }) => REASONS[reason].short,
  },
];

const FIGURES: readonly Column<WireReview>[] = [
  {
    header: 'Reserved',
    room: 'small',
    end: true,
    phone: 'named-below',
    place: classes.figurePlace,
    cell: ({ credits_reserved }) => credits_reserved,
  },
  {
    header: 'Waiting',
    end: true,
    phone: 'named-below',
    place: classes.figurePlace,
    cell: ({ age_seconds }) => durationWords(age_seconds * 1_000),
  },
  {
    header: 'Due',
    end: true,
    phone: 'named-below',
    place: classes.duePlace,
    cell: ({ age_seconds }) => <Due ageSeconds={age_seconds} />,
  },
];

/** The columns of the list of cases; `namesakes` are the names that leave open who is meant. */
export function reviewColumns(namesakes: ReadonlySet<string>): readonly Column<WireReview>[] {
  const state: Column<WireReview> = {
    header: 'State',
    phone: 'aside',
    place: classes.statePlace,
    cell: (review) => <DeskState review={review} namesakes={namesakes} />,
  };
  return [...CASE, state, ...FIGURES];
}

function Due({ ageSeconds }: { ageSeconds: number }) {
  const { words, late } = dueWords(ageSeconds);
  return late ? <Badge tone="bad">{words}</Badge> : <span className={text.whole}>{words}</span>;
}

function DeskState({ review, namesakes }: { review: WireReview; namesakes: ReadonlySet<string> }) {
  const { taken_by, late_answer, certainly_not_sent, write_off_proposed } = review;
  // Before who has it: until an administrator decides, there is nothing for them to do in it.
  if (write_off_proposed) {
    return (
      <Badge tone="busy">
        <OneLine words="Proposed" title="A write-off waits for approval" />
      </Badge>
    );
  }
  if (taken_by !== null) {
    const { name, email } = taken_by;
    // There is no room for both.
    const words = name === null || namesakes.has(name) ? email : name;
    return (
      <Badge tone="busy">
        <OneLine words={words} title={email} />
      </Badge>
    );
  }
  if (late_answer) return <Badge tone="good">Late answer</Badge>;
  return certainly_not_sent ? <Badge tone="plain">Not sent</Badge> : <Badge tone="warn">Free</Badge>;
}
