import { expect } from 'chai';
import { requestTest } from '../../../api/webhooks/request-delivery.js';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import type { WireEvent, WireEventPage } from '../../../shared/wire/event.js';
import { fanOutEvents } from '../../../worker/webhooks/fan-out.js';
import { purgeWebhookEvents } from '../../../worker/webhooks/purge.js';
import { settleParts } from '../../support/checks/reviews.js';
import { acceptOne } from '../../support/checks/submissions.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { type Caller, signInClient } from '../../support/http/caller.js';
import { expectError } from '../../support/http/shapes.js';
import { buildWebhook, deliveriesOf } from '../../support/messages/webhooks.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('the feed of events', () => {
  let api: TestApi;
  let caller: Caller;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());
  beforeEach(async () => {
    caller = await signInClient(api);
  });
  afterEach(() => expectInvariants(api.db));

  const read = async (query = '', by = caller): Promise<WireEventPage> => {
    const { status, body } = await by.get(`/api/v1/events${query}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body as WireEventPage;
  };
  /** Settles this many verifications of the caller, one after the other; returns their request ids. */
  async function settle(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const submission = await acceptOne(api.db, { clientId: caller.clientId });
      await settleParts(api.db, submission, ['positive']);
      ids.push(toPublicId('verification', submission.verificationId));
    }
    return ids;
  }
  const requestsOf = (events: readonly WireEvent[]) => events.map(({ data }) => data.request_id);
  const letDaysPass = (days: string, eventNos: readonly number[]) =>
    api.db.query(
      `UPDATE webhook_events SET created_at = created_at - $2::interval
       WHERE client_id = $1 AND event_no = ANY($3::int[])`,
      [caller.clientId, days, eventNos],
    );

  it('is there before anything has happened, and an idle reader comes back with its cursor', async () => {
    const empty = await read();
    expect(empty).to.deep.equal({ data: [], next_cursor: empty.next_cursor, has_more: false });
    expect(await read(`?after=${empty.next_cursor}`)).to.deep.equal(empty);
    const ids = await settle(1);
    const { data, next_cursor } = await read(`?after=${empty.next_cursor}`);
    expect(requestsOf(data)).to.deep.equal(ids);
    expect(await read(`?after=${next_cursor}`)).to.deep.equal({ data: [], next_cursor, has_more: false });
  });

  it('shows without any webhook what one would have been told, in order', async () => {
    const idempotencyKey = 'of-the-event';
    const submission = await acceptOne(api.db, { clientId: caller.clientId, idempotencyKey });
    await settleParts(api.db, submission, ['no_answer']);
    await settle(1);
    const { data } = await read();
    expect(data.map(({ type }) => type)).to.deep.equal([
      'verification.manual_review',
      'verification.completed',
    ]);
    const [review] = data;
    expect(review).to.have.all.keys('event_id', 'type', 'timestamp', 'data', 'cursor');
    expect(review?.data).to.deep.equal({
      request_id: toPublicId('verification', submission.verificationId),
      service_code: 'said_verification',
      idempotency_key: idempotencyKey,
      status: 'manual_review',
      outcome: null,
      credits_reserved: 5,
      credits_charged: 0,
    });
  });

  it('comes in pages, and goes on after any event of a page', async () => {
    const ids = await settle(5);
    const first = await read('?limit=2');
    expect([requestsOf(first.data), first.has_more]).to.deep.equal([ids.slice(0, 2), true]);
    const second = await read(`?limit=3&after=${first.next_cursor}`);
    expect([requestsOf(second.data), second.has_more]).to.deep.equal([ids.slice(2), false]);
    const again = await read(`?after=${first.data[0]?.cursor}`);
    expect(requestsOf(again.data)).to.deep.equal(ids.slice(1));
  });

  it('names each event as its deliveries do, and leaves tests of an endpoint out', async () => {
    const webhook = await buildWebhook(api.db, { ...caller, url: 'https://receiver.example.test/' });
    await settle(2);
    const test = { ...webhook, eventId: newId(), deliveryId: newId() };
    await api.db.transaction((sql) => requestTest(sql, test, { actor: 'system' }));
    await fanOutEvents(api.db);
    const delivered = (await deliveriesOf(api.db, webhook.id)).filter(({ type }) => type !== 'webhook.test');
    const { data } = await read();
    expect(data).to.have.length(2);
    expect(data.map(({ event_id }) => event_id)).to.have.members(
      delivered.map(({ event_id }) => toPublicId('webhookEvent', event_id)),
    );
  });

  it('belongs to one client, its cursors too, and is open to its API keys only', async () => {
    await settle(1);
    const stranger = await signInClient(api);
    expect((await read('', stranger)).data).to.deep.equal([]);
    const { next_cursor } = await read();
    const foreign = await stranger.get(`/api/v1/events?after=${next_cursor}`);
    expectError(foreign, { httpStatus: 422, status: 'validation_failed', more: ['errors'] });

    const owner = api.client.withToken(caller.token);
    const { api_key: key } = (await owner.post('/api/v1/api-keys', { name: 'Machine' })).body;
    const byKey = await api.client.withToken(key).get('/api/v1/events');
    expect(byKey.body.data).to.have.length(1);
    const support = await api.signIn(await api.createStaff('support'));
    for (const outsider of [api.client, support]) {
      expectError(await outsider.get('/api/v1/events'), { httpStatus: 401, status: 'unauthorized' });
    }
  });

  it('says what is wrong with a question', async () => {
    const entries = (await caller.get('/api/v1/wallet/entries?limit=1')).body.next_cursor;
    const codes = async (query: string) => {
      const { status, body } = await caller.get(`/api/v1/events?${query}`);
      expect(status).to.equal(422);
      return body.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`);
    };
    expect(await codes('limit=0&cursor=x')).to.deep.equal(['limit invalid_number', 'cursor unknown_field']);
    expect(await codes('limit=101')).to.deep.equal(['limit invalid_number']);
    expect(await codes(`after=${entries}`)).to.deep.equal(['after invalid_cursor']);
    expect(await codes('after=1')).to.deep.equal(['after invalid_cursor']);
    expect(await codes('after=')).to.deep.equal(['after invalid_cursor']);
  });

  describe('after 30 days', () => {
    let pages: WireEventPage;
    beforeEach(async () => {
      await settle(4);
      pages = await read();
    });
    const from = (eventNo: number) => `?after=${pages.data[eventNo - 1]?.cursor}`;
    const expectExpired = async (query: string) => {
      const { body } = await caller.get(`/api/v1/events${query}`);
      expect(body.errors?.[0]).to.deep.include({ field: 'after', code: 'cursor_expired' });
    };

    it('starts with the oldest that is kept, and refuses a cursor that would skip something', async () => {
      await letDaysPass('30 days 1 hour', [1, 2]);
      await purgeWebhookEvents(api.db);
      expect(requestsOf((await read()).data)).to.deep.equal(requestsOf(pages.data).slice(2));
      expect((await read(from(2))).data, 'nothing between 2 and 3 is missing').to.have.length(2);
      await expectExpired(from(1));
    });

    it('still tells a reader that is at its end from one that is not', async () => {
      await letDaysPass('30 days 1 hour', [1, 2, 3, 4]);
      await purgeWebhookEvents(api.db);
      expect((await read(from(4))).data).to.deep.equal([]);
      await expectExpired(from(3));
      const start = await read();
      expect(start).to.deep.equal({ data: [], next_cursor: start.next_cursor, has_more: false });
      const [id] = await settle(1);
      expect(requestsOf((await read(`?after=${start.next_cursor}`)).data)).to.deep.equal([id]);
    });

    it('keeps an old event for as long as one before it, so that every reader comes to the end', async () => {
      await letDaysPass('30 days 1 hour', [3]);
      await purgeWebhookEvents(api.db);
      const page = await read('?limit=2');
      expect([requestsOf(page.data), page.has_more]).to.deep.equal([
        requestsOf(pages.data).slice(0, 2),
        true,
      ]);
      const rest = await read(`?after=${page.next_cursor}`);
      expect(requestsOf(rest.data)).to.deep.equal(requestsOf(pages.data).slice(2));
      await letDaysPass('30 days 1 hour', [1, 2]);
      await purgeWebhookEvents(api.db);
      expect(requestsOf((await read()).data)).to.deep.equal(requestsOf(pages.data).slice(3));
    });

    it('refuses a cursor of a future that a restored backup has undone', async () => {
      const [last] = await settle(1).then(async () => (await read()).data.slice(-1));
      await api.db.query('DELETE FROM webhook_events WHERE client_id = $1 AND event_no = 5', [
        caller.clientId,
      ]);
      await api.db.query('UPDATE wallets SET last_event_no = 4 WHERE client_id = $1', [caller.clientId]);
      await expectExpired(`?after=${last?.cursor}`);
    });
  });
});
