import { expect } from 'chai';
import { findUntold } from '../../chaos/check/find-untold.js';
import { letDeliveriesCome } from '../../chaos/client/let-deliveries-come.js';
import { startWebhookReceiver, type WebhookReceiver } from '../../chaos/client/webhook-receiver.js';
import { waitFor } from '../../harness/wait-for.js';
import type { Submission } from '../../shared/acceptance/submission.js';
import { newId, toPublicId } from '../../shared/domain/ids.js';
import { settleChecks } from '../../shared/settlement/settle-checks.js';
import { dispatch, type News, settlementOf } from '../support/checks/settlements.js';
import { acceptOne } from '../support/checks/submissions.js';
import { useDatabase } from '../support/database/use-database.js';
import {
  type BuiltWebhook,
  buildWebhook,
  deliveriesOf,
  startTestWebhooks,
  type TestWebhooks,
} from '../support/messages/webhooks.js';
import { testRedisUrl } from '../support/redis/redis.js';

describe('findUntold', () => {
  const database = useDatabase();
  let receiver: WebhookReceiver;
  let webhook: BuiltWebhook;
  let worker: TestWebhooks | undefined;

  beforeEach(async () => {
    receiver = await startWebhookReceiver();
    webhook = await buildWebhook(database.db, { url: receiver.url });
  });
  afterEach(async () => {
    await worker?.stop();
    worker = undefined;
    await receiver.close();
  });

  function startWorker(): void {
    worker = startTestWebhooks({ db: database.db, redisUrl: testRedisUrl() });
  }

  async function settle(news: News): Promise<Submission> {
    const { db } = database;
    const submission = await acceptOne(db, { clientId: webhook.clientId });
    await settleChecks(db, [settlementOf(submission, await dispatch(db, submission), news)]);
    return submission;
  }

  const idOf = ({ verificationId }: Submission) => toPublicId('verification', verificationId);
  const find = (endpointId = webhook.id) => findUntold(database.db, endpointId, receiver.received());
  const refused = () =>
    waitFor(async () => (await deliveriesOf(database.db, webhook.id)).some(({ attempts }) => attempts[0]), {
      describe: 'a message in vain',
    });

  it('finds nothing where everything was told at last, however often it was refused before', async () => {
    receiver.misbehave('500');
    startWorker();
    await settle('positive');
    await settle('no_answer');
    await refused();
    receiver.behave();
    await letDeliveriesCome(database.db, webhook.id);
    expect(await find()).to.deep.equal([]);
  });

  it('finds what was never told, and what its receiver has refused', async () => {
    const completed = await settle('positive');
    const reviewed = await settle('no_answer');
    receiver.misbehave('500');
    startWorker();
    await refused();
    expect(await find()).to.have.deep.members([
      { kind: 'untold', what: `nobody was told verification.completed of ${idOf(completed)}` },
      { kind: 'untold', what: `nobody was told verification.manual_review of ${idOf(reviewed)}` },
    ]);
  });

  it('finds an event that came under two ids', async () => {
    const submission = await settle('positive');
    const again = newId();
    await database.db.query(
      `INSERT INTO webhook_events (id, client_id, event_no, type, data)
       SELECT $2, client_id, event_no + 1, type, data FROM webhook_events WHERE client_id = $1`,
      [webhook.clientId, again],
    );
    startWorker();
    await letDeliveriesCome(database.db, webhook.id);
    const [finding, ...others] = await find();
    expect(others).to.deep.equal([]);
    expect(finding?.kind).to.equal('retold');
    expect(finding?.what).to.include(`verification.completed of ${idOf(submission)} came as`);
    expect(finding?.what).to.include(toPublicId('webhookEvent', again));
  });

  it('expects nothing of what was submitted before its receiver was there, or is open', async () => {
    await settle('positive');
    const later = await buildWebhook(database.db, { url: receiver.url, clientId: webhook.clientId });
    await acceptOne(database.db, { clientId: webhook.clientId });
    expect(await find(later.id)).to.deep.equal([]);
  });
});
