import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { WireDelivery, WireWebhook, WireWebhooks } from '../../../../shared/wire/webhook.js';
import { ApiFailure, toFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { usePagedList } from '../../lib/api/use-paged-list.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { Facts } from '../../lib/ui/facts.js';
import form from '../../lib/ui/form.module.css';
import { Moment } from '../../lib/ui/moment.js';
import { Notice } from '../../lib/ui/notice.js';
import { Page } from '../../lib/ui/page.js';
import { PagedTable } from '../../lib/ui/paged-table.js';
import { Panel } from '../../lib/ui/panel.js';
import { QueryView } from '../../lib/ui/query-view.js';
import text from '../../lib/ui/text.module.css';
import { deliveryColumns } from './delivery-columns.js';
import { EVENT_WORDS } from './event-words.js';
import { useRedelivery } from './use-redelivery.js';
import { WebhookActions } from './webhook-actions.js';
import { triesWords, WebhookBadge } from './webhook-state.js';

const REFRESH_MS = 5_000;

/** One endpoint: the events it is notified of, and what became of every message. */
export function WebhookPage() {
  const { webhookId } = useParams({ from: '/manage_webhooks/webhooks/$webhookId' });
  // The API has no address for a single endpoint; a client has few.
  const webhook = useQuery({
    queryKey: ['/webhooks'],
    queryFn: ({ signal }) => request<WireWebhooks>('/webhooks', { signal }),
    select: ({ data }) => {
      const found = data.find(({ webhook_id }) => webhook_id === webhookId);
      if (found === undefined)
        throw new ApiFailure(404, 'not_found', 'There is no such webhook, or it has been deleted.');
      return found;
    },
    // As often as its messages: one that fails or arrives changes its state.
    refetchInterval: REFRESH_MS,
  });
  const deliveriesPath = `/webhooks/${encodeURIComponent(webhookId)}/deliveries`;
  const deliveries = usePagedList<WireDelivery>(deliveriesPath, {}, { refetchMs: REFRESH_MS });
  const redelivery = useRedelivery(deliveriesPath);
  // Its messages would say so once more, unless only the list of webhooks cannot be had.
  const isUnknown = isGone(webhook.error) && deliveries.data === undefined;
  return (
    <Page title="Webhook" actions={webhook.data !== undefined && <WebhookActions webhook={webhook.data} />}>
      <Panel>
        <QueryView query={webhook} rows={3}>
          {(found) => (
            <div className={form.stack}>
              {!found.enabled && <OffAfterFailures />}
              {found.enabled && found.failing !== undefined && <Failing failing={found.failing} />}
              <WebhookFacts webhook={found} />
            </div>
          )}
        </QueryView>
      </Panel>
      {/* Only once the list above has its height: otherwise they would move down. */}
      {!webhook.isPending && !isUnknown && (
        <Panel title="Messages in the last 30 days" flush>
          <PagedTable
            label="Messages"
            list={deliveries}
            columns={deliveryColumns((id) => redelivery.mutate(id))}
            keyOf={({ delivery_id }) => delivery_id}
            empty={
              <EmptyState title="Nothing sent yet">
                Send a test to see whether your system answers.
              </EmptyState>
            }
          />
        </Panel>
      )}
    </Page>
  );
}

function isGone(error: Error | null): boolean {
  return error !== null && toFailure(error).httpStatus === 404;
}

function OffAfterFailures() {
  return (
    <Notice tone="bad" title="Nothing is sent to it any more">
      It failed for five days without a success. Repair it, then send a test: one that arrives turns it on
      again. Events from that time are not sent later: they are in the event feed.
    </Notice>
  );
}

function Failing({ failing }: { failing: NonNullable<WireWebhook['failing']> }) {
  return (
    <Notice tone="warn" title="Its messages are not arriving">
      <p>
        {triesWords(failing)} since <Moment iso={failing.since} />, and none that worked. Messages wait and
        are tried again for 24 hours; after five days without a success nothing is sent to it any more. The
        list shows what went wrong.
      </p>
    </Notice>
  );
}

function WebhookFacts({ webhook }: { webhook: WireWebhook }) {
  const { url, events } = webhook;
  return (
    <Facts
      items={[
        [
          'Address',
          <span key="url" className={text.mono}>
            {url}
          </span>,
        ],
        ['Events', events.map((event) => <div key={event}>{EVENT_WORDS[event]}</div>)],
        ['State', <WebhookBadge key="state" webhook={webhook} />],
      ]}
    />
  );
}
