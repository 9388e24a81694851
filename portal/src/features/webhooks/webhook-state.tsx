import { Badge } from '../../lib/ui/badge.js';

/** Whether messages are sent. */
export function WebhookState({ enabled }: { enabled: boolean }) {
  return <Badge tone={enabled ? 'good' : 'bad'}>{enabled ? 'On' : 'Off after failures'}</Badge>;
}
