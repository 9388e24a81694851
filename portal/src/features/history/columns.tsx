import { Link } from '@tanstack/react-router';
import type { WireHistoryEntry } from '../../../../shared/wire/history.js';
import type { Column } from '../../lib/ui/data-table.js';
import { Moment } from '../../lib/ui/moment.js';
import { StatusBadge } from '../../lib/ui/status-badge.js';
import text from '../../lib/ui/text.module.css';
import classes from './history.module.css';

/** The columns of the history. */
export const HISTORY_COLUMNS: readonly Column<WireHistoryEntry>[] = [
  {
    header: 'Check',
    cell: ({ request_id, service_label, subject }) => (
      <span className={classes.check}>
        <Link to="/checks/$requestId" params={{ requestId: request_id }} className={text.link ?? ''}>
          {service_label}
        </Link>
        <span className={`${text.mono} ${text.muted}`}>{subject}</span>
      </span>
    ),
  },
  {
    header: 'Result',
    cell: ({ status, result, service_code }) => (
      <span className={classes.result}>
        <StatusBadge status={status} outcome={result?.outcome ?? null} service={service_code} />
        {result !== null && <span className={classes.label}>{result.label}</span>}
      </span>
    ),
  },
  {
    header: 'Credits',
    end: true,
    cell: ({ credits_charged, credits_reserved }) =>
      credits_reserved > 0 ? (
        <span className={classes.reserved}>{credits_reserved} reserved</span>
      ) : (
        credits_charged
      ),
  },
  { header: 'Submitted', end: true, cell: ({ created_at }) => <Moment iso={created_at} /> },
];
