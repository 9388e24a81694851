import { Link } from '@tanstack/react-router';
import type { WireHistoryEntry } from '../../../../shared/wire/history.js';
import { formatCredits } from '../../lib/format.js';
import type { Column } from '../../lib/ui/data-table.js';
import { MaskedSubject } from '../../lib/ui/masked-subject.js';
import { Moment } from '../../lib/ui/moment.js';
import { OneLine } from '../../lib/ui/one-line.js';
import { StatusBadge } from '../../lib/ui/status-badge.js';
import text from '../../lib/ui/text.module.css';
import classes from './history.module.css';
import type { OptionalColumn } from './table-view.js';

const CHECK: Column<WireHistoryEntry> = {
  header: 'Check',
  phone: 'title',
  place: classes.checkPlace,
  cell: ({ request_id, service_label }) => (
    <Link to="/checks/$requestId" params={{ requestId: request_id }} className={text.link ?? ''}>
      {service_label}
    </Link>
  ),
};

const SUBJECT: Column<WireHistoryEntry> = {
  header: 'Subject',
  phone: 'aside',
  place: classes.subjectPlace,
  cell: ({ subject }) => <MaskedSubject subject={subject} />,
};

const OPTIONAL: Readonly<Record<OptionalColumn, Column<WireHistoryEntry>>> = {
  reference: {
    header: 'Reference',
    phone: 'below',
    place: classes.referencePlace,
    cell: ({ reference }) => reference !== null && <OneLine words={reference} />,
  },
  purpose: {
    header: 'Purpose',
    phone: 'below',
    place: classes.purposePlace,
    cell: ({ purpose }) => <OneLine words={purpose} />,
  },
  submitter: {
    header: 'Submitted by',
    phone: 'below',
    place: classes.submitterPlace,
    cell: ({ submitted_by, submitted_by_name }) =>
      submitted_by !== null && <OneLine words={submitted_by_name ?? submitted_by} title={submitted_by} />,
  },
};

const RESULT: Column<WireHistoryEntry> = {
  header: 'Result',
  phone: 'line',
  cell: ({ status, result, service_code, credits_reserved }) => (
    <span className={classes.result}>
      <StatusBadge status={status} outcome={result?.outcome ?? null} service={service_code} />
      <span className={classes.label}>
        {result?.label ?? (credits_reserved > 0 && `${formatCredits(credits_reserved)} reserved`)}
      </span>
    </span>
  ),
};

const CREDITS: Column<WireHistoryEntry> = {
  header: 'Credits',
  end: true,
  phone: 'named-below',
  place: classes.creditsPlace,
  // While credits are only reserved, the state says so: nothing has been charged yet.
  cell: ({ status, credits_charged }) => status === 'completed' && credits_charged,
};

const SUBMITTED: Column<WireHistoryEntry> = {
  header: 'Submitted',
  end: true,
  phone: 'below',
  place: classes.momentPlace,
  cell: ({ created_at }) => <Moment iso={created_at} />,
};

/** The columns of the history, including the chosen optional ones. */
export function historyColumns(shown: readonly OptionalColumn[]): readonly Column<WireHistoryEntry>[] {
  const chosen = (['reference', 'purpose', 'submitter'] as const)
    .filter((name) => shown.includes(name))
    .map((name) => OPTIONAL[name]);
  return [CHECK, SUBJECT, ...chosen, RESULT, CREDITS, SUBMITTED];
}
