import { expect } from 'chai';
import { resolveReview } from '../../../api/reviews/resolve-review.js';
import type { Database } from '../../../shared/db/database.js';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import { WEBHOOK_EVENTS } from '../../../shared/domain/webhook-event.js';
import { moveClientCredits } from '../../../shared/ledger/move-client-credits.js';
import { settleChecks } from '../../../shared/settlement/settle-checks.js';
import { deleteWebhook } from '../../../shared/webhooks/delete-webhook.js';
import { buildNote, settleParts } from '../../support/checks/reviews.js';
import { dispatch, settlementOf } from '../../support/checks/settlements.js';
import { acceptAll, acceptOne } from '../../support/checks/submissions.js';
import { buildClient, buildUser } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { useDatabase } from '../../support/database/use-database.js';
import { buildWebhook } from '../../support/messages/webhooks.js';
import { startCuttingProxy } from '../../support/network/cutting-proxy.js';

describe('Staging webhook events', () => {
  const database = useDatabase();
  let db: Database;
  before(() => {
    db = database.db;
  });
  afterEach(() => expectInvariants(db));

  const stagedFor = (clientId: string) =>
    db.query<{ type: string; data: Record<string, unknown> }>(
      'SELECT type, data FROM webhook_events WHERE client_id = $1 ORDER BY created_at, type',
      [clientId],
    );
  const typesFor = async (clientId: string) => (await stagedFor(clientId)).map(({ type }) => type);
  /** What workers have to deliver. */
  const dueFor = (clientId: string) =>
    db.query('SELECT type FROM webhook_events WHERE client_id = $1 AND fanned_out_at IS NULL', [clientId]);
  const listening = (client: Parameters<typeof buildClient>[1] = {}, events = WEBHOOK_EVENTS.slice()) =>
    buildWebhook(db, { url: 'https://receiver.example.test/', client, events });

  it('says what a completed verification is, in ids and figures only', async () => {
    const { clientId } = await listening();
    const purpose = 'canary of the purpose';
    const submission = await acceptOne(db, {
      clientId,
      idempotencyKey: 'of-the-event',
      subject: '0001010000071',
      purpose,
    });
    expect(await stagedFor(clientId), 'nothing before it is settled').to.deep.equal([]);
    await settleParts(db, submission, ['positive']);
    expect(await stagedFor(clientId)).to.deep.equal([
      {
        type: 'verification.completed',
        data: {
          request_id: toPublicId('verification', submission.verificationId),
          service_code: 'said_verification',
          idempotency_key: 'of-the-event',
          status: 'completed',
          outcome: 'positive',
          credits_reserved: 0,
          credits_charged: 5,
        },
      },
    ]);
  });

  it('says that nothing was charged for what the provider refused', async () => {
    const { clientId } = await listening();
    await settleParts(db, await acceptOne(db, { clientId }), ['rejected']);
    const [event] = await stagedFor(clientId);
    expect(event?.data).to.include({ outcome: 'rejected', credits_reserved: 0, credits_charged: 0 });
  });

  it('tells of a review, and of the decision that ends it', async () => {
    const { clientId } = await listening();
    const submission = await acceptOne(db, { clientId });
    await settleParts(db, submission, ['no_answer']);
    const [review] = await stagedFor(clientId);
    expect(review).to.deep.include({ type: 'verification.manual_review' });
    expect(review?.data).to.include({
      status: 'manual_review',
      outcome: null,
      credits_reserved: 5,
      credits_charged: 0,
    });
    const reviewer = await buildUser(db, { clientId: null });
    const resolution = {
      verificationId: submission.verificationId,
      decision: { kind: 'release', label: 'canary of the label' } as const,
      note: buildNote(),
    };
    expect(await db.transaction((sql) => resolveReview(sql, resolution, { userId: reviewer.id }))).to.equal(
      'resolved',
    );
    const [, closed] = await stagedFor(clientId);
    expect(closed).to.deep.equal({
      type: 'verification.completed',
      data: { ...review?.data, status: 'completed', outcome: 'closed', credits_reserved: 0 },
    });
  });

  it('waits for the last part of a bundle', async () => {
    const { clientId } = await listening();
    const submission = await acceptOne(db, { clientId, serviceCode: 'kyc_bundle' });
    const parts = submission.checkIds.length;
    await settleParts(
      db,
      submission,
      Array.from({ length: parts - 1 }, () => 'positive'),
    );
    expect(await stagedFor(clientId)).to.deep.equal([]);
  });

  it('gives workers only what an enabled endpoint wants, and keeps everything for the feed', async () => {
    const settleOne = async (clientId: string) =>
      settleParts(db, await acceptOne(db, { clientId }), ['positive']);
    const { id: without } = await buildClient(db, { balance: 100, lowBalanceThreshold: 97 });
    const other = await listening({}, ['verification.manual_review', 'wallet.low_balance']);
    const deleted = await listening();
    await db.transaction((sql) => deleteWebhook(sql, deleted, { actor: 'system' }));
    for (const clientId of [without, other.clientId, deleted.clientId]) {
      await settleOne(clientId);
      expect(await dueFor(clientId)).to.deep.equal([]);
      expect(await typesFor(clientId)).to.include('verification.completed');
    }
    expect(await typesFor(without)).to.deep.equal(['wallet.low_balance', 'verification.completed']);
    const { clientId } = await listening();
    await settleOne(clientId);
    expect(await dueFor(clientId)).to.deep.equal([{ type: 'verification.completed' }]);
  });

  it('leaves the moment of the last change of credits alone when none are moved', async () => {
    const { id: clientId } = await buildClient(db);
    const submission = await acceptOne(db, { clientId });
    const wallet = () =>
      db.query<{ updated_at: Date; last_event_no: number }>(
        'SELECT updated_at, last_event_no FROM wallets WHERE client_id = $1',
        [clientId],
      );
    const [before] = await wallet();
    await settleParts(db, submission, ['no_answer']);
    expect(await wallet()).to.deep.equal([{ updated_at: before?.updated_at, last_event_no: 1 }]);
  });

  it('costs a batch no statement, however many events it has', async () => {
    const texts: string[] = [];
    const counting: Database = {
      ...db,
      transaction: (work) =>
        db.transaction((sql) =>
          work({
            query: (text, values) => {
              texts.push(text);
              return sql.query(text, values);
            },
            finish: (text, values) => {
              texts.push(text);
              return sql.finish(text, values);
            },
          }),
        ),
    };
    const { clientId } = await listening();
    const submissions = await acceptAll(db, [{ clientId }, { clientId }, { clientId }]);
    const settlements = [];
    for (const submission of submissions) {
      settlements.push(settlementOf(submission, await dispatch(db, submission), 'positive'));
    }
    await settleChecks(counting, settlements);
    expect(await typesFor(clientId)).to.have.length(3);
    const writing = texts.filter((text) => /INSERT|UPDATE [a-z_]+ /.test(text));
    expect(writing, texts.join('\n')).to.have.length(1);
    expect(writing[0]).to.include('INSERT INTO webhook_events');
  });

  it('stages an event once when the answer of the commit was lost', async () => {
    const { clientId } = await listening();
    const proxy = await startCuttingProxy(database.url);
    const shaky = await database.open({ url: proxy.url });
    const submission = await acceptOne(db, { clientId });
    proxy.cutNext('after');
    await settleParts(shaky, submission, ['positive']).catch(() => undefined);
    expect(proxy.cuts()).to.equal(1);
    await settleParts(db, submission, ['positive']).catch(() => undefined);
    expect((await typesFor(clientId)).length).to.be.at.most(1);
    await proxy.close();
  });

  describe('of a low balance', () => {
    const adjust = (clientId: string, amount: number) => {
      const move = { entryId: newId(), clientId, amount, note: 'test', idempotencyKey: newId() };
      return db.transaction((sql) => moveClientCredits(sql, move, { actor: 'system' }));
    };

    it('does not happen to a client without a threshold', async () => {
      const { clientId } = await listening({ balance: 10 });
      await db.query('UPDATE clients SET low_balance_threshold = NULL WHERE id = $1', [clientId]);
      await acceptOne(db, { clientId });
      await acceptOne(db, { clientId });
      expect(await typesFor(clientId), 'nothing left').to.deep.equal([]);
    });

    it('happens once for each time that the available credits fall below the threshold', async () => {
      const { clientId } = await listening({ balance: 22, lowBalanceThreshold: 15 });
      const first = await acceptOne(db, { clientId });
      expect(await typesFor(clientId), '17 left').to.deep.equal([]);
      const second = await acceptOne(db, { clientId });
      expect(await stagedFor(clientId), '12 left').to.deep.equal([
        {
          type: 'wallet.low_balance',
          data: { balance: 22, reserved: 10, available: 12, low_balance_threshold: 15 },
        },
      ]);
      await acceptOne(db, { clientId });
      await settleParts(db, first, ['positive']);
      expect(await typesFor(clientId), 'still below').to.deep.equal([
        'wallet.low_balance',
        'verification.completed',
      ]);

      await settleParts(db, second, ['rejected']);
      await adjust(clientId, 3);
      await acceptOne(db, { clientId });
      const low = (await typesFor(clientId)).filter((type) => type === 'wallet.low_balance');
      expect(low, 'it had been at 15 again').to.have.length(2);
    });

    it('is told once of a whole batch, and of credits that staff take', async () => {
      const { clientId } = await listening({ balance: 100, lowBalanceThreshold: 95 });
      await acceptAll(db, [{ clientId }, { clientId }, { clientId }]);
      expect(await typesFor(clientId)).to.deep.equal(['wallet.low_balance']);
      await adjust(clientId, 50);
      await adjust(clientId, -50);
      expect(await typesFor(clientId)).to.deep.equal(['wallet.low_balance', 'wallet.low_balance']);
    });

    it('is nothing at the threshold itself, and without one', async () => {
      const at = await listening({ balance: 20, lowBalanceThreshold: 15 });
      const without = await listening({ balance: 5 });
      for (const { clientId } of [at, without]) {
        await acceptOne(db, { clientId });
        expect(await stagedFor(clientId)).to.deep.equal([]);
      }
    });
  });
});
