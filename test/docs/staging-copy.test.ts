import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { withClient } from '../../harness/with-client.js';
import { newId } from '../../shared/domain/ids.js';
import { insertRow } from '../support/database/factories/insert-row.js';
import { buildClient, buildUser } from '../support/database/factories.js';
import { useDatabase } from '../support/database/use-database.js';
import { buildWebhook, stageEvents } from '../support/messages/webhooks.js';

const SECTION = /^## A copy of production\b[\s\S]*?^ {3}```sql\n([\s\S]*?)^ {3}```$/m;
const [, SQL = ''] = SECTION.exec(readFileSync('docs/runbook.md', 'utf8')) ?? [];

/** What a copy would go on with, by kind. */
const UNDER_WAY = `
  SELECT (SELECT count(*) FROM batches WHERE status = 'running')::integer AS batches,
    (SELECT count(*) FROM webhook_endpoints WHERE enabled)::integer AS webhooks,
    (SELECT count(*) FROM webhook_deliveries WHERE status = 'pending')::integer AS deliveries,
    (SELECT count(*) FROM mails WHERE status = 'pending')::integer AS mails,
    (SELECT count(*) FROM api_keys WHERE revoked_at IS NULL)::integer AS keys`;

describe('The documented copy of production', () => {
  const database = useDatabase();

  it('goes on with nothing that production does, and lets in nobody by a key', async () => {
    const { db, ownerUrl } = database;
    const { id: clientId } = await buildClient(db);
    const { id: userId } = await buildUser(db, { clientId });
    const webhook = await buildWebhook(db, { url: 'https://receiver.example.test/', clientId });
    const [eventId] = await stageEvents(db, clientId);
    const soon = new Date(Date.now() + 60_000);
    const delivery = { id: newId(), endpoint_id: webhook.id, event_id: eventId };
    await insertRow(db, 'webhook_deliveries', { ...delivery, next_attempt_at: soon, retry_until: soon });
    await insertRow(db, 'mails', { id: newId(), client_id: clientId, kind: 'low_balance' });
    await insertRow(db, 'batches', {
      ...{
        id: newId(),
        client_id: clientId,
        status: 'running',
        submitter_id: userId,
        data_key: randomBytes(60),
      },
      ...{ file_hash: randomBytes(32), rows: 1, valid_rows: 1, duplicate_rows: 0, credits: 5, charges: '{}' },
      ...{ price_release: '2026-09', created_by: 'system', channel: 'portal', correlation_id: newId() },
    });
    await insertRow(db, 'api_keys', {
      ...{ id: newId(), client_id: clientId, name: 'lease system', prefix: 'vk_live_abcd' },
      ...{ key_hash: randomBytes(32), created_by: userId },
    });
    const underWay = { batches: 1, webhooks: 1, deliveries: 1, mails: 1, keys: 1 };
    expect(await db.query(UNDER_WAY)).to.deep.equal([underWay]);

    await withClient(ownerUrl, (client) => client.query(SQL));

    expect(await db.query(UNDER_WAY)).to.deep.equal([
      { batches: 0, webhooks: 0, deliveries: 0, mails: 0, keys: 0 },
    ]);
  });
});
