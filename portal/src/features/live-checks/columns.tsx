import { findService } from '../../../../shared/services/index.js';
import type { WireFollowed } from '../../../../shared/wire/followed.js';
import { CopyButton } from '../../lib/ui/copy-button.js';
import type { Column } from '../../lib/ui/data-table.js';
import { StatusBadge } from '../../lib/ui/status-badge.js';
import text from '../../lib/ui/text.module.css';
import classes from './live-checks.module.css';

/** Ids whole: they are what logs and events call a check. */
export const COLUMNS: readonly Column<WireFollowed>[] = [
  {
    header: 'Check',
    phone: 'title',
    cell: ({ service_code }) => findService(service_code)?.label ?? service_code,
  },
  {
    header: 'Request',
    phone: 'below',
    cell: ({ request_id }) => (
      <span className={classes.id}>
        <span className={text.mono}>{request_id}</span>
        <CopyButton value={request_id} what={`request id ${request_id}`} small />
      </span>
    ),
  },
  {
    header: 'Service code',
    phone: 'below',
    room: 'small',
    cell: ({ service_code }) => <span className={`${text.mono} ${text.muted}`}>{service_code}</span>,
  },
  {
    header: 'State',
    end: true,
    phone: 'aside',
    cell: ({ status, service_code }) => <StatusBadge status={status} outcome={null} service={service_code} />,
  },
];
