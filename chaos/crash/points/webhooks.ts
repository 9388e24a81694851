import { type KillPoint, point } from './kill-point.js';

const FAN_OUT = { link: 'postgres', statement: /INSERT INTO webhook_deliveries/, commit: true } as const;
const RECORD = {
  link: 'postgres',
  statement: /UPDATE webhook_deliveries AS d SET\s+status/,
  commit: true,
} as const;

/** The path of an event from the settlement to the client's server. */
export const WEBHOOK_POINTS: readonly KillPoint[] = [
  point(
    'fan-out-before-commit',
    'worker',
    { ...FAN_OUT, moment: 'before' },
    'events are given to webhooks, not committed',
    { scene: 'webhooks' },
  ),
  point(
    'fan-out-after-commit',
    'worker',
    { ...FAN_OUT, moment: 'after' },
    'events are given to webhooks, and the worker does not know',
    { scene: 'webhooks' },
  ),
  point(
    'webhook-unanswered',
    'worker',
    { link: 'receiver', moment: 'whole request' },
    'the receiver has read a message and not answered',
    { scene: 'webhooks' },
  ),
  point(
    'webhook-recorded',
    'worker',
    { ...RECORD, moment: 'after' },
    'deliveries are recorded, and the worker does not know',
    { scene: 'webhooks' },
  ),
];
