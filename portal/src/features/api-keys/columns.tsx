import { Button } from '@mantine/core';
import type { WireApiKey } from '../../../../shared/wire/api-key.js';
import type { Column } from '../../lib/ui/data-table.js';
import { Moment } from '../../lib/ui/moment.js';
import text from '../../lib/ui/text.module.css';
import classes from './api-keys.module.css';
import { SCOPE_WORDS } from './key-values.js';

/** What can be done with a key. */
export type KeyAct = 'change' | 'rotate' | 'revoke';

const ACTS: readonly { act: KeyAct; word: string; named: string; color?: string }[] = [
  { act: 'change', word: 'Change', named: 'Change' },
  { act: 'rotate', word: 'New secret', named: 'New secret for' },
  { act: 'revoke', word: 'Revoke', named: 'Revoke', color: 'red' },
];

/** The columns of the keys. */
export function keyColumns(onAct: (act: KeyAct, key: WireApiKey) => void): readonly Column<WireApiKey>[] {
  return [
    {
      header: 'Name',
      phone: 'title',
      cell: ({ name, prefix }) => (
        <>
          <div className={classes.name}>{name}</div>
          <span className={`${text.mono} ${text.whole} ${classes.prefix}`}>{prefix}…</span>
        </>
      ),
    },
    {
      header: 'Scopes',
      phone: 'line',
      cell: ({ scopes, allowed_addresses: from }) => (
        <div className={classes.may}>
          {scopes.map((scope) => SCOPE_WORDS[scope].short).join(', ')}
          <div className={classes.second}>
            <Networks from={from} />
          </div>
        </div>
      ),
    },
    {
      header: 'Created',
      room: 'wide',
      phone: 'named-below',
      cell: ({ created_at }) => <Moment iso={created_at} />,
    },
    {
      header: 'Last used',
      room: 'small',
      phone: 'named-below',
      cell: ({ last_used_at }) => (last_used_at === null ? 'Not yet' : <Moment iso={last_used_at} />),
    },
    { header: 'Expires', phone: 'named-below', cell: (key) => <End apiKey={key} /> },
    {
      header: 'Actions',
      end: true,
      phone: 'acts',
      cell: (key) => (
        <span className={classes.acts}>
          {ACTS.map(({ act, word, named, color = 'petrol' }) => (
            <Button
              key={act}
              variant="subtle"
              color={color}
              size="compact-sm"
              aria-label={`${named} ${key.name}`}
              onClick={() => onAct(act, key)}
            >
              {word}
            </Button>
          ))}
        </span>
      ),
    },
  ];
}

function Networks({ from }: { from: readonly string[] }) {
  const [first, ...others] = from;
  if (first === undefined) return 'From any address';
  return (
    <span title={from.join('\n')}>
      From <span className={text.mono}>{first}</span>
      {others.length > 0 && ` and ${others.length} more`}
    </span>
  );
}

function End({ apiKey: { expires_at, replaced_until } }: { apiKey: WireApiKey }) {
  return (
    <>
      {expires_at === null ? 'Never' : <Moment iso={expires_at} />}
      {replaced_until !== null && (
        <div className={classes.second}>
          The previous secret until <Moment iso={replaced_until} />
        </div>
      )}
    </>
  );
}
