import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { type ApiError, prepareRequest, VerificationClient } from '../../client/src/index.js';
import { waitFor } from '../../harness/wait-for.js';
import { type SeededClient, type Service, startService } from '../support/processes/service.js';
import { paidCalls } from '../support/provider/provider-calls.js';
import {
  answer,
  clientRequest,
  errorBody,
  type LossyRelay,
  type ScriptedApi,
  scriptApi,
  startLossyRelay,
} from './parts.js';

const DONE = { request_id: 'ver_1', status: 'completed' };
const PENDING = { request_id: 'ver_1', status: 'pending' };

describe('the client package when something fails', function () {
  this.timeout(60_000);

  const failure = (promise: Promise<unknown>): Promise<ApiError> =>
    promise.then(
      () => Promise.reject(new Error('It did not fail')),
      (error: ApiError) => error,
    );

  describe('between it and the service', () => {
    let service: Service;
    let seeded: SeededClient;
    let relay: LossyRelay;
    before(async () => {
      service = await startService({ env: { CLIENT_REQUESTS_PER_MINUTE: '3' } });
    });
    after(() => service.stop());
    beforeEach(async () => {
      seeded = await service.seedClient();
      relay = await startLossyRelay(service.api.url);
    });
    afterEach(async () => {
      await relay.close();
      await service.expectSound();
    });
    const connect = (options: { maxAttempts?: number } = {}) =>
      new VerificationClient({ baseUrl: relay.url, token: seeded.token, ...options });
    const stored = () =>
      service.db.query<{ idempotency_key: string }>(
        'SELECT idempotency_key FROM verifications WHERE client_id = $1',
        [seeded.clientId],
      );

    for (const moment of ['before', 'after'] as const) {
      it(`makes one verification and one call when the connection is cut ${moment} the API has answered`, async () => {
        const callsBefore = paidCalls(service.sandbox.calls()).length;
        relay.loseNext(moment);
        const made = await connect().verify(clientRequest());
        expect(relay.losses()).to.equal(1);
        expect(made).to.include({ status: 'completed' });
        expect(await stored()).to.deep.equal([{ idempotency_key: made.idempotency_key }]);
        expect(paidCalls(service.sandbox.calls()).length - callsBefore).to.equal(1);
      });
    }

    it('gives the key back with the failure, for another process to send the same request again', async () => {
      relay.loseNext('after');
      const error = await failure(connect({ maxAttempts: 1 }).verify(clientRequest()));
      expect(error.name).to.equal('ConnectionError');
      const idempotency_key = error.idempotencyKey ?? '';
      const made = await connect().verify({ ...clientRequest(), idempotency_key });
      expect(made.idempotency_key).to.equal(idempotency_key);
      expect(await stored()).to.deep.equal([{ idempotency_key }]);
    });

    it('says when it may ask again rather than wait for longer than it has', async () => {
      const client = connect();
      const request = prepareRequest(clientRequest());
      for (let index = 0; index < 3; index += 1) await client.create(request);
      const error = await failure(client.create(request, { timeoutMs: 900 }));
      expect(error).to.include({ status: 'rate_limited', httpStatus: 429 });
      expect(error.retryAfterMs).to.be.within(1_000, 60_000);
    });
  });

  describe('with an API that is scripted', () => {
    let api: ScriptedApi;
    afterEach(() => api.close());
    const keys = () => api.seen.map(({ body }) => body.idempotency_key);

    it('keeps its key over every kind of failure that is worth another try', async () => {
      api = await scriptApi(
        [
          answer(503, errorBody('service_unavailable'), { 'retry-after': '0' }),
          (res) => void res.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
          (res) => void res.writeHead(201, { 'content-length': '99' }).write('{', () => res.destroy()),
          answer(201, DONE),
        ],
        { maxAttempts: 4 },
      );
      const made = await api.client.verify(clientRequest());
      expect(api.seen).to.have.length(4);
      expect(new Set(keys())).to.deep.equal(new Set([made.idempotency_key]));
    });

    it('sends again what got no answer, with the same key', async () => {
      api = await scriptApi([() => undefined, answer(202, { request_id: 'ver_1', status: 'pending' })], {
        attemptTimeoutMs: 300,
      });
      const made = await api.client.create(clientRequest());
      expect(keys()).to.deep.equal([made.idempotency_key, made.idempotency_key]);
    });

    it('leaves the API alone for as long as it asks', async () => {
      api = await scriptApi([
        answer(429, errorBody('rate_limited'), { 'retry-after': '2' }),
        answer(201, DONE),
      ]);
      const start = performance.now();
      await api.client.verify(clientRequest());
      expect(performance.now() - start).to.be.at.least(1_990);
      expect(keys()).to.have.length(2);
    });

    it('asks again with pauses while a verification is pending, never sooner than it is told', async () => {
      api = await scriptApi([
        answer(202, PENDING, { 'retry-after': '0' }),
        answer(200, PENDING, { 'retry-after': '1' }),
        answer(200, DONE),
      ]);
      const start = performance.now();
      expect(await api.client.verify(clientRequest())).to.include({ status: 'completed' });
      expect(performance.now() - start).to.be.at.least(990);
      expect(api.seen.map(({ method }) => method)).to.deep.equal(['POST', 'GET', 'GET']);
      for (const { headers } of api.seen) expect(headers.prefer).to.equal('wait=30');
    });

    for (const status of [429, 503]) {
      it(`gives back what was accepted when a look at it ends in ${status} for longer than there is time`, async () => {
        api = await scriptApi([
          answer(202, PENDING, { 'retry-after': '0' }),
          answer(status, errorBody('synthetic'), { 'retry-after': '60' }),
        ]);
        const made = await api.client.verify(clientRequest(), { timeoutMs: 20_000 });
        expect(made).to.include({ ...PENDING, idempotency_key: keys()[0] });
        const waiting = failure(api.client.wait('ver_1', { timeoutMs: 20_000 }));
        expect(await waiting, 'nothing is known here').to.include({ httpStatus: status, requestId: 'ver_1' });
      });
    }

    it('gives no accepted request back for a failure that will not pass', async () => {
      api = await scriptApi([
        answer(202, PENDING, { 'retry-after': '0' }),
        answer(401, errorBody('unauthorized')),
      ]);
      const error = await failure(api.client.verify(clientRequest()));
      expect(error).to.include({ status: 'unauthorized', requestId: 'ver_1' });
    });

    const FINAL: Readonly<Record<string, ReturnType<typeof answer>>> = {
      unauthorized: answer(401, errorBody('unauthorized')),
      insufficient_credits: answer(402, errorBody('insufficient_credits', { credits_required: 12 })),
      conflict: answer(409, errorBody('conflict')),
      validation_failed: answer(422, errorBody('validation_failed', { errors: [] })),
      unexpected_answer: answer(307, {}, { location: 'https://elsewhere.example.test/' }),
    };
    for (const [status, step] of Object.entries(FINAL)) {
      it(`does not repeat after ${status}`, async () => {
        api = await scriptApi([step, answer(201, DONE)]);
        expect((await failure(api.client.verify(clientRequest()))).status).to.equal(status);
        expect(api.seen).to.have.length(1);
      });
    }

    it('repeats nothing that is not safe to repeat', async () => {
      api = await scriptApi([answer(503, errorBody('service_unavailable')), answer(201, {})]);
      const making = api.client.webhooks.create({
        url: 'https://client.example.test/',
        events: ['verification.completed'],
      });
      expect((await failure(making)).status).to.equal('service_unavailable');
      expect(api.seen).to.have.length(1);
    });

    const noAnswer = (res: ServerResponse) => void res.destroy();
    const page = (status: number) => (res: ServerResponse) =>
      void res.writeHead(status, { 'content-type': 'text/html' }).end('<h1>A page</h1>');
    const notStored = answer(503, errorBody('service_unavailable', { stored: 'no' }));
    const WHAT_IS_STORED: [
      when: string,
      steps: Parameters<typeof scriptApi>[0],
      stored: string | undefined,
    ][] = [
      ['the API could not store it', [notStored], 'no'],
      ['the API refuses it', [answer(422, errorBody('validation_failed', { errors: [] }))], undefined],
      ['a proxy answers instead', [page(504)], 'unknown'],
      ['a proxy answers instead, as if all were well', [page(200)], 'unknown'],
      ['the API fails', [answer(500, errorBody('internal_error'))], 'unknown'],
      ['the answer to an earlier attempt was lost', [noAnswer, notStored], 'unknown'],
      [
        'an earlier attempt had no answer of the API',
        [page(502), answer(401, errorBody('unauthorized'))],
        'unknown',
      ],
    ];
    for (const [when, steps, expected] of WHAT_IS_STORED) {
      it(`says that what is stored is ${expected ?? 'nothing'} when ${when}`, async () => {
        api = await scriptApi(steps, { maxAttempts: 2 });
        const error = await failure(api.client.create(clientRequest()));
        expect([error.name, error.stored]).to.deep.equal(['ApiError', expected]);
      });
    }

    it('stops at the time that it is given, and says the key', async () => {
      api = await scriptApi([() => undefined]);
      const error = await failure(api.client.verify(clientRequest(), { timeoutMs: 300 }));
      expect(error.name).to.equal('TimeoutError');
      expect(keys()).to.deep.equal([error.idempotencyKey]);
    });

    it('stops when its caller does, also while it pauses, with the reason of the caller', async () => {
      api = await scriptApi([answer(503, errorBody('service_unavailable'), { 'retry-after': '30' })]);
      const stop = new AbortController();
      const request = { signal: stop.signal };
      const stopped = failure(api.client.wallet(request));
      await waitFor(() => api.seen.length === 1, { describe: 'the call has arrived' });
      stop.abort(new Error('changed my mind'));
      expect((await stopped).message).to.equal('changed my mind');
      expect((await failure(api.client.wallet(request))).message).to.equal('changed my mind');
    });

    it('tells nobody the token or the subject', async () => {
      api = await scriptApi([(res) => void res.destroy()], { maxAttempts: 1 });
      const error = await failure(api.client.verify(clientRequest()));
      const told = JSON.stringify([error, error.message, error.stack, String(error.cause)]);
      expect(told).to.not.match(/vk_synthetic|0001010000071/);
    });
  });

  it('refuses options that would send the token where it does not belong', async () => {
    const refused = (baseUrl: string) => expect(() => new VerificationClient({ baseUrl, token: 'vk_x' }));
    refused('verify.example.com').to.throw(TypeError, 'absolute URL');
    refused('http://verify.example.com').to.throw(TypeError, 'https');
    refused('https://user@verify.example.com').to.throw(TypeError, 'user name');
    refused('https://:password@verify.example.com').to.throw(TypeError, 'password');
    const broken = new VerificationClient({ baseUrl: 'https://verify.example.test', token: 'vk_secret\n' });
    const error = await failure(broken.wallet());
    expect(error).to.be.instanceOf(TypeError);
    expect(error.message).to.include('line break').and.not.include('vk_secret');
    expect(await failure(broken.wallet({ timeoutMs: 0 }))).to.be.instanceOf(RangeError);
  });
});
