import type { WireWebhook } from '../../../../shared/wire/webhook.js';
import { formatCount } from '../../lib/format.js';
import { Badge } from '../../lib/ui/badge.js';
import { Moment } from '../../lib/ui/moment.js';
import classes from './webhook-state.module.css';

/** Whether messages are sent, and whether they arrive. */
export function WebhookState({ webhook: { enabled, failing } }: { webhook: WireWebhook }) {
  if (!enabled) return <Badge tone="bad">Off after failures</Badge>;
  if (failing === undefined) return <Badge tone="good">On</Badge>;
  return (
    <div className={classes.failing}>
      <Badge tone="warn">Failing</Badge>
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
