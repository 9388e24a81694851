import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { WireWebhook, WireWebhooks } from '../../../../shared/wire/webhook.js';
import { request } from '../../lib/api/request.js';
import { useUnsent } from '../../lib/session/unsent.js';
import { type Column, DataTable } from '../../lib/ui/data-table.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { Moment } from '../../lib/ui/moment.js';
import { Page } from '../../lib/ui/page.js';
import { Panel } from '../../lib/ui/panel.js';
import { QueryView } from '../../lib/ui/query-view.js';
import { SecretDialog } from '../../lib/ui/secret-dialog.js';
import text from '../../lib/ui/text.module.css';
import { EVENT_WORDS } from './event-words.js';
import { NewWebhookDialog } from './new-webhook-dialog.js';
import { SECRET_ADVICE } from './secret-advice.js';
import { WebhookState } from './webhook-state.js';

const COLUMNS: readonly Column<WireWebhook>[] = [
  {
    header: 'Address',
    phone: 'title',
    cell: ({ webhook_id, url }) => (
      <Link to="/webhooks/$webhookId" params={{ webhookId: webhook_id }} className={text.link ?? ''}>
        {url}
      </Link>
    ),
  },
  {
    header: 'Events',
    phone: 'below',
    cell: ({ events }) => events.map((event) => EVENT_WORDS[event]).join(' · '),
  },
  { header: 'State', phone: 'aside', cell: (webhook) => <WebhookState webhook={webhook} /> },
  { header: 'Added', end: true, phone: 'named-below', cell: ({ created_at }) => <Moment iso={created_at} /> },
];

/** The endpoints through which the client's systems are notified of events. */
export function WebhooksPage() {
  const webhooks = useQuery({
    queryKey: ['/webhooks'],
    queryFn: ({ signal }) => request<WireWebhooks>('/webhooks', { signal }),
  });
  const [creating, setCreating] = useUnsent('making a webhook', false);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Page
      title="Webhooks"
      lead={
        <>
          Your systems are told of results, without asking for them. Messages contain ids and figures, no
          personal data.{' '}
          <a href="/docs/webhooks" className={text.plainLink}>
            How to receive and verify them
          </a>
        </>
      }
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
          New webhook
        </Button>
      }
    >
      <Panel flush>
        <QueryView query={webhooks}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState title="No webhooks">
                Add the address of one of your systems to have it told of events.
              </EmptyState>
            ) : (
              <DataTable
                label="Webhooks"
                columns={COLUMNS}
                rows={data}
                keyOf={({ webhook_id }) => webhook_id}
              />
            )
          }
        </QueryView>
      </Panel>
      {creating && (
        <NewWebhookDialog
          onClose={() => setCreating(false)}
          onCreated={(created) => {
            setCreating(false);
            setSecret(created.secret);
          }}
        />
      )}
      <SecretDialog
        secret={secret}
        title="The signing secret"
        what="signing secret"
        advice={SECRET_ADVICE}
        onClose={() => setSecret(null)}
      />
    </Page>
  );
}
