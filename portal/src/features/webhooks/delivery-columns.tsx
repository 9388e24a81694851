import { Button } from '@mantine/core';
import type { WireDelivery } from '../../../../shared/wire/webhook.js';
import { formatMoment, humanise } from '../../lib/format.js';
import { Badge, type Tone } from '../../lib/ui/badge.js';
import type { Column } from '../../lib/ui/data-table.js';
import { Moment } from '../../lib/ui/moment.js';
import { deliveryWords } from './event-words.js';

const STATES: Readonly<Record<WireDelivery['status'], readonly [Tone, string]>> = {
  // Not "on its way": while an endpoint fails, everything for it waits but the one message that is tried.
  pending: ['busy', 'Waiting'],
  delivered: ['good', 'Delivered'],
  failed: ['bad', 'Failed'],
};

/** A message that was sent but not accepted, and will be sent again. */
const TRYING_AGAIN: readonly [Tone, string] = ['warn', 'Trying again'];

/** The columns of the list of an endpoint's messages. */
export function deliveryColumns(onRedeliver: (deliveryId: string) => void): readonly Column<WireDelivery>[] {
  return [
    { header: 'When', phone: 'below', cell: ({ created_at }) => <Moment iso={created_at} /> },
    { header: 'About', phone: 'title', cell: ({ type }) => deliveryWords(type) },
    {
      header: 'State',
      phone: 'aside',
      cell: ({ status, attempts }) => {
        const [tone, word] = status === 'pending' && attempts.length > 0 ? TRYING_AGAIN : STATES[status];
        return <Badge tone={tone}>{word}</Badge>;
      },
    },
    { header: 'Last attempt', phone: 'named-below', cell: ({ attempts }) => lastAttempt(attempts) },
    {
      header: 'Actions',
      end: true,
      phone: 'acts',
      cell: ({ delivery_id, status, type, created_at }) =>
        status !== 'pending' && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Send again: ${deliveryWords(type)}, ${formatMoment(created_at)}`}
            onClick={() => onRedeliver(delivery_id)}
          >
            Send again
          </Button>
        ),
    },
  ];
}

function lastAttempt(attempts: WireDelivery['attempts']): string {
  const last = attempts.at(-1);
  if (last === undefined) return 'None yet';
  const answer = last.status === null ? '' : `HTTP ${last.status}, `;
  const fault = last.error === null || last.error === 'http_error' ? '' : `${humanise(last.error)}, `;
  return `${answer}${fault}${last.duration_ms} ms`;
}
