import { expect } from 'chai';
import {
  type ApiError,
  type Submission,
  VerificationClient,
  type VerificationEvent,
} from '../../client/src/index.js';
import { SERVICE_ROWS } from '../support/checks/service-table.js';
import { type SeededClient, type Service, startService } from '../support/processes/service.js';
import { paidCalls } from '../support/provider/provider-calls.js';
import { clientRequest } from './parts.js';

describe('the client package with the service', function () {
  this.timeout(90_000);

  let service: Service;
  let seeded: SeededClient;
  let client: VerificationClient;
  before(async () => {
    service = await startService({ slowMs: 4_000 });
  });
  after(() => service.stop());
  beforeEach(async () => {
    seeded = await service.seedClient({ credits: 100 });
    client = new VerificationClient({ baseUrl: service.api.url, token: seeded.token });
  });
  afterEach(() => service.expectSound());

  const all = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
    const found: Item[] = [];
    for await (const item of items) found.push(item);
    return found;
  };
  const failure = (promise: Promise<unknown>): Promise<ApiError> =>
    promise.then(
      () => Promise.reject(new Error('It did not fail')),
      (error: ApiError) => error,
    );

  it('verifies, and reads everything that there is about it', async () => {
    const made = await client.verify({
      ...clientRequest(),
      service_code: 'identity_check',
      biometric_consent: true,
    });
    expect(made).to.include({ status: 'completed', credits_charged: 12, subject: '*********0071' });
    const found = await all(client.search({ subject_last4: '0071', limit: 1 }));
    expect(found.map(({ request_id }) => request_id)).to.deep.equal([made.request_id]);
    const report = await client.get(made.request_id);
    expect(report.idempotency_key).to.equal(made.idempotency_key);
    expect(report.checks).to.have.length(1);
    const pdf = await client.reportPdf(made.request_id);
    expect(Buffer.from(pdf).toString('latin1', 0, 5)).to.equal('%PDF-');
    const photo = await client.photo(made.request_id);
    expect([...photo.subarray(0, 2)], 'a JPEG').to.deep.equal([0xff, 0xd8]);

    expect(await client.wallet()).to.include({ balance: 88, reserved: 0 });
    const kinds = (await all(client.walletEntries({ limit: 2 }))).map(({ kind }) => kind);
    expect(kinds, 'over two pages').to.deep.equal(['charge', 'reserve', 'top_up']);
    const [event] = await all(client.events());
    expect(event).to.include({ type: 'verification.completed' });
    expect((await client.services()).data).to.have.length(SERVICE_ROWS.length);
    expect(await client.me()).to.include({ email: seeded.email, scope: 'client' });
  });

  it('reads lists page by page, as far as they are asked for, and the feed from a place in it', async () => {
    const made: Submission[] = [];
    for (let index = 0; index < 3; index += 1) made.push(await client.verify(clientRequest()));
    const ids = made.map(({ request_id }) => request_id);
    const listed = await all(client.history({ limit: 1 }));
    expect(listed.map(({ request_id }) => request_id)).to.deep.equal([...ids].reverse());
    const found = await all(client.history({ idempotency_key: made[1]?.idempotency_key ?? '' }));
    expect(found.map(({ request_id }) => request_id)).to.deep.equal([ids[1]]);

    const requests = (events: readonly VerificationEvent[]) =>
      events.map((event) => ('request_id' in event.data ? event.data.request_id : undefined));
    const events = await all(client.events());
    expect(requests(events)).to.deep.equal(ids);
    const rest = await all(client.events({ after: events[0]?.cursor ?? '' }));
    expect(requests(rest)).to.deep.equal(ids.slice(1));
  });

  it('follows the feed until it is stopped', async () => {
    const stop = new AbortController();
    const seen: string[] = [];
    const follow = async () => {
      const options = { follow: true, pauseMs: 20, signal: stop.signal };
      for await (const { type } of client.events(options)) {
        seen.push(type);
        if (seen.length === 2) stop.abort(new Error('enough'));
      }
    };
    const stopped = failure(follow());
    await client.verify(clientRequest());
    await client.verify(clientRequest('0001010003075'));
    expect((await stopped).message).to.equal('enough');
    expect(seen).to.deep.equal(['verification.completed', 'verification.manual_review']);
  });

  it('waits for a slow one, and says that it is pending when the time is over', async () => {
    const slow = clientRequest('0001010005070');
    const soon = await client.verify(slow, { timeoutMs: 1_500 });
    expect(soon).to.include({ status: 'pending', credits_charged: 0 });
    expect(await client.wait(soon.request_id, { timeoutMs: 1 }).catch(({ name }) => name)).to.equal(
      'TimeoutError',
    );
    expect(await client.wait(soon.request_id)).to.include({ status: 'completed' });
    const again = await client.verify({ ...slow, idempotency_key: soon.idempotency_key });
    expect(again).to.include({ request_id: soon.request_id, idempotent_replay: true });
  });

  it('gives what is uncertain back as an outcome, and sends it once', async () => {
    const before = paidCalls(service.sandbox.calls()).length;
    const lost = await client.verify(clientRequest('0001010007076'));
    expect(lost).to.include({ status: 'provider_unavailable', credits_reserved: 5 });
    if (lost.status !== 'provider_unavailable') throw new Error('It has another status');
    expect(lost.next_action).to.be.a('string');
    expect(await client.get(lost.request_id)).to.include({ status: 'manual_review' });
    const unclear = await client.verify(clientRequest('0001010003075'));
    expect(unclear).to.include({ status: 'manual_review' });
    expect(await all(client.history())).to.have.length(2);
    expect(paidCalls(service.sandbox.calls()).length - before).to.equal(2);
  });

  it('says what is wrong, in types', async () => {
    const wrong = await failure(client.verify({ ...clientRequest('123'), purpose: '' }));
    expect(wrong).to.include({ name: 'ApiError', status: 'validation_failed', httpStatus: 422 });
    expect(wrong.errors.map(({ field }) => field)).to.have.members(['subject', 'purpose']);
    expect(wrong.correlationId).to.be.a('string');

    const first = await client.verify(clientRequest());
    const { idempotency_key } = first;
    const reused = await failure(client.create({ ...clientRequest('0001010001079'), idempotency_key }));
    expect(reused).to.include({ requestId: first.request_id, idempotencyKey: idempotency_key });
    expect(reused.errors[0]).to.include({ code: 'idempotency_key_reused' });

    const bundles = { ...clientRequest(), service_code: 'employee_bundle' as const };
    for (let index = 0; index < 4; index += 1) await client.create(bundles);
    const poor = await failure(client.create(bundles));
    expect(poor).to.include({ status: 'insufficient_credits', creditsRequired: 20, creditsAvailable: 15 });

    const stranger = new VerificationClient({ baseUrl: service.api.url, token: 'vk_nobody' });
    expect(await failure(stranger.wallet())).to.include({ status: 'unauthorized', httpStatus: 401 });
    expect(await failure(client.get('ver_../wallet'))).to.include({ status: 'not_found' });
  });
});
