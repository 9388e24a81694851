import { expect } from 'chai';
import { newId } from '../../../shared/domain/ids.js';
import type { AttemptError } from '../../../shared/domain/webhook-event.js';
import type { DueDelivery } from '../../../worker/webhooks/claim-deliveries.js';
import { recordAttempts } from '../../../worker/webhooks/record-attempts.js';
import { useDatabase } from '../../support/database/use-database.js';
import { buildWebhook, deliveriesOf, stageEvents } from '../../support/messages/webhooks.js';

describe('recordAttempts', () => {
  const database = useDatabase();

  /** A delivery that two workers attempt, because the first stood still until its claim had expired. */
  async function attemptedTwice() {
    const { db } = database;
    const webhook = await buildWebhook(db, { url: 'http://127.0.0.1:1/' });
    const [eventId = ''] = await stageEvents(db, webhook.clientId);
    const id = newId();
    await db.query(
      `INSERT INTO webhook_deliveries (id, endpoint_id, event_id, next_attempt_at, retry_until)
       VALUES ($1, $2, $3, now(), now() + interval '1 day')`,
      [id, webhook.id, eventId],
    );
    const record = (error: AttemptError | null) =>
      recordAttempts(db, { id: webhook.id, consecutive_failures: 0 }, [
        {
          delivery: { id, attempt_count: 0 } as DueDelivery,
          attempt: {
            at: new Date().toISOString(),
            status: error === null ? 204 : null,
            duration_ms: 1,
            error,
          },
        },
      ]);
    const stored = async () => (await deliveriesOf(db, webhook.id))[0];
    return { id, record, stored };
  }

  it('keeps a delivery delivered when an earlier attempt reports its failure late', async () => {
    const { record, stored } = await attemptedTwice();
    await record(null);
    const delivered = await stored();
    await record('timeout');
    const after = await stored();
    expect(after).to.deep.include({ status: 'delivered', delivered_at: delivered?.delivered_at });
    expect(after?.attempts.map(({ error }) => error)).to.deep.equal([null, 'timeout']);
  });

  it('does not reopen a delivery given up meanwhile, unless it was delivered after all', async () => {
    const { id, record, stored } = await attemptedTwice();
    await database.db.query(`UPDATE webhook_deliveries SET status = 'failed' WHERE id = $1`, [id]);
    await record('timeout');
    expect((await stored())?.status).to.equal('failed');
    await record(null);
    expect((await stored())?.status).to.equal('delivered');
  });
});
