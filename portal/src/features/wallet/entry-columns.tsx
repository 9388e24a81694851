import { Link } from '@tanstack/react-router';
import type { EntryKind } from '../../../../shared/domain/ledger.js';
import { findService } from '../../../../shared/services/index.js';
import type { WireWalletEntry } from '../../../../shared/wire/wallet.js';
import { formatNumber, formatSigned } from '../../lib/format.js';
import type { Column } from '../../lib/ui/data-table.js';
import { Moment } from '../../lib/ui/moment.js';
import text from '../../lib/ui/text.module.css';
import classes from './entry-columns.module.css';

export const KIND_NAMES: Readonly<Record<EntryKind, string>> = {
  top_up: 'Top-up',
  adjustment: 'Adjustment',
  reserve: 'Reserved',
  charge: 'Charged',
  release: 'Released',
};

/** The columns of a statement; `linked` leads from an entry to its check, which only the client itself may open. */
export function entryColumns({ linked }: { linked: boolean }): readonly Column<WireWalletEntry>[] {
  return [
    { header: 'When', phone: 'below', cell: ({ created_at }) => <Moment iso={created_at} /> },
    { header: 'What', phone: 'below', cell: ({ kind }) => KIND_NAMES[kind] },
    {
      header: 'For',
      phone: 'title',
      cell: ({ request_id, service_code, note }) => {
        if (note !== null) return <div className={classes.note}>{note}</div>;
        if (request_id === null) return null;
        const check = findService(service_code ?? '')?.label ?? 'A check';
        if (!linked) return <span title={request_id}>{check}</span>;
        return (
          <Link to="/checks/$requestId" params={{ requestId: request_id }} className={text.link ?? ''}>
            {check}
          </Link>
        );
      },
    },
    {
      header: 'Balance',
      end: true,
      phone: 'named-below',
      cell: ({ balance_delta }) => formatSigned(balance_delta),
    },
    {
      header: 'Reserved',
      end: true,
      phone: 'named-below',
      cell: ({ reserved_delta }) => formatSigned(reserved_delta),
    },
    {
      header: 'Available after',
      end: true,
      phone: 'named-below',
      cell: ({ balance_after, reserved_after }) => formatNumber(balance_after - reserved_after),
    },
  ];
}
