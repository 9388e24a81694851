import { Link } from '@tanstack/react-router';
import type { WireHistoryEntry } from '../../../../shared/wire/history.js';
import type { Column } from '../../lib/ui/data-table.js';
import { Moment } from '../../lib/ui/moment.js';
import { StatusBadge } from '../../lib/ui/status-badge.js';
import text from '../../lib/ui/text.module.css';
import classes from './history.module.css';
import type { OptionalColumn } from './table-view.js';

const CHECK: Column<WireHistoryEntry> = {
  header: 'Check',
  phone: 'title',
  cell: ({ request_id, service_label, subject }) => (
    <span className={classes.check}>
      <Link to="/checks/$requestId" params={{ requestId: request_id }} className={text.link ?? ''}>
        {service_label}
      </Link>
      <span className={`${text.mono} ${text.muted}`}>{subject}</span>
    </span>
  ),
};

const OPTIONAL: Readonly<Record<OptionalColumn, Column<WireHistoryEntry>>> = {
  reference: {
    header: 'Reference',
    phone: 'below',
    cell: ({ reference }) => reference !== null && <span className={classes.reference}>{reference}</span>,
  },
  purpose: {
    header: 'Purpose',
    room: 'wide',
    phone: 'below',
    cell: ({ purpose }) => <span className={classes.purpose}>{purpose}</span>,
  },
  submitter: {
    header: 'Submitted by',
    room: 'middle',
    phone: 'below',
    cell: ({ submitted_by }) => submitted_by,
  },
};

const RESULT: Column<WireHistoryEntry> = {
  header: 'Result',
  phone: 'line',
  cell: ({ status, result, service_code }) => (
    <span className={classes.result}>
      <StatusBadge status={status} outcome={result?.outcome ?? null} service={service_code} />
      {result !== null && <span className={classes.label}>{result.label}</span>}
    </span>
  ),
};

const CREDITS: Column<WireHistoryEntry> = {
  header: 'Credits',
  end: true,
  phone: 'named-below',
  cell: ({ credits_charged, credits_reserved }) =>
    credits_reserved > 0 ? (
      <span className={classes.reserved}>{credits_reserved} reserved</span>
    ) : (
      credits_charged
    ),
};

const SUBMITTED: Column<WireHistoryEntry> = {
  header: 'Submitted',
  end: true,
  phone: 'below',
  cell: ({ created_at }) => <Moment iso={created_at} />,
};

/** The columns of the history, with those of the optional ones that are wanted. */
export function historyColumns(shown: readonly OptionalColumn[]): readonly Column<WireHistoryEntry>[] {
  const chosen = (['reference', 'purpose', 'submitter'] as const)
    .filter((name) => shown.includes(name))
    .map((name) => OPTIONAL[name]);
  return [CHECK, ...chosen, RESULT, CREDITS, SUBMITTED];
}
