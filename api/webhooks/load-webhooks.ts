import { IsNull } from 'typeorm';
import type { Sql } from '../../shared/db/database.js';
import { WebhookEndpoint } from '../../shared/db/entities/index.js';
import { rowsOf } from '../../shared/db/rows.js';
import type { WebhookKey } from '../../shared/webhooks/delete-webhook.js';

const SHOWN = {
  id: true,
  url: true,
  events: true,
  enabled: true,
  createdAt: true,
  failingSince: true,
  consecutiveFailures: true,
} as const;

/** The part of an endpoint that its owner may see again. */
export type ShownWebhook = Pick<WebhookEndpoint, keyof typeof SHOWN>;

/** The endpoints of a client, newest first. */
export function loadWebhooks(sql: Sql, clientId: string): Promise<ShownWebhook[]> {
  const where = { clientId, deletedAt: IsNull() };
  return rowsOf(sql, WebhookEndpoint).find({ select: SHOWN, where, order: { id: 'DESC' } });
}

/** One of them. */
export async function loadWebhook(sql: Sql, key: WebhookKey): Promise<ShownWebhook | undefined> {
  const where = { ...key, deletedAt: IsNull() };
  return (await rowsOf(sql, WebhookEndpoint).findOne({ select: SHOWN, where })) ?? undefined;
}
