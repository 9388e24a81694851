import type { WireWebhook } from '../../../../shared/wire/webhook.js';
import { formatCount } from '../../lib/format.js';
import { Badge } from '../../lib/ui/badge.js';
import { Moment } from '../../lib/ui/moment.js';
import classes from './webhook-state.module.css';

/** Whether messages are sent, and whether they arrive. */
export function WebhookBadge({ webhook: { enabled, failing } }: { webhook: WireWebhook }) {
  if (!enabled) return <Badge tone="bad">Off after failures</Badge>;
  return failing === undefined ? <Badge tone="good">On</Badge> : <Badge tone="warn">Failing</Badge>;
}

/** The same with what has gone wrong, if anything. */
export function WebhookState({ webhook }: { webhook: WireWebhook }) {
  const { enabled, failing } = webhook;
  if (!enabled || failing === undefined) return <WebhookBadge webhook={webhook} />;
  return (
    <div className={classes.failing}>
      <WebhookBadge webhook={webhook} />
      <span className={classes.since}>
        {triesWords(failing)} since <Moment iso={failing.since} />
      </span>
    </div>
  );
}

/** "3 failed attempts". */
export function triesWords({ failures }: NonNullable<WireWebhook['failing']>): string {
  return formatCount(failures, 'failed attempt');
}
