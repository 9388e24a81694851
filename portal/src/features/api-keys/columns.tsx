import { Button } from '@mantine/core';
import type { WireApiKey } from '../../../../shared/wire/api-key.js';
import type { Column } from '../../lib/ui/data-table.js';
import { Moment } from '../../lib/ui/moment.js';
import text from '../../lib/ui/text.module.css';

/** The columns of the keys. */
export function keyColumns(onRevoke: (key: WireApiKey) => void): readonly Column<WireApiKey>[] {
  return [
    { header: 'Name', cell: ({ name }) => name },
    { header: 'Key', cell: ({ prefix }) => <span className={`${text.mono} ${text.whole}`}>{prefix}…</span> },
    { header: 'Made', cell: ({ created_at }) => <Moment iso={created_at} /> },
    {
      header: 'Last used',
      cell: ({ last_used_at }) => (last_used_at === null ? 'Not yet' : <Moment iso={last_used_at} />),
    },
    {
      header: 'Ends',
      cell: ({ expires_at }) => (expires_at === null ? 'When revoked' : <Moment iso={expires_at} />),
    },
    {
      header: 'Revoke',
      end: true,
      cell: (key) => (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          aria-label={`Revoke ${key.name}`}
          onClick={() => onRevoke(key)}
        >
          Revoke
        </Button>
      ),
    },
  ];
}
