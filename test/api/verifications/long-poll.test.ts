import { expect } from 'chai';
import { MAX_WAITING_PER_CLIENT } from '../../../api/verifications/settlement-listener.js';
import { waitFor } from '../../../harness/wait-for.js';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import { publishSettled } from '../../../shared/redis/settled-channel.js';
import { buildVerification } from '../../support/database/factories.js';
import { type Caller, signInClient } from '../../support/http/caller.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { pngOf } from '../../support/uploads/pictures.js';

const SUBMISSION = {
  service_code: 'said_verification',
  subject: '0001010000071',
  purpose: 'Check before a synthetic contract',
  authority_confirmed: true,
  charge_approved: true,
};

describe('GET /api/v1/verifications/:id with Prefer: wait', () => {
  let api: TestApi;
  let caller: Caller;
  let waiting = 0;

  before(async () => {
    api = await startApi();
    caller = await signInClient(api);
    countWaiting();
  });
  after(() => api.close());

  function countWaiting(): void {
    const { settlements } = api.deps;
    const wait = settlements.wait.bind(settlements);
    settlements.wait = async (...args) => {
      waiting += 1;
      await wait(...args);
      waiting -= 1;
    };
  }

  const build = (status: 'pending' | 'completed' = 'pending') =>
    buildVerification(api.db, { clientId: caller.clientId, status });
  const addressOf = (requestId: string) => `/api/v1/verifications/${requestId}`;
  const read = (requestId: string, headers?: Record<string, string>) =>
    caller.get(addressOf(requestId), headers);
  const somebodyWaits = () => waitFor(() => waiting > 0, { describe: 'the request waits' });

  async function settle(id: string): Promise<void> {
    await api.db.query(
      `UPDATE verifications SET status = 'manual_review', review_reason = 'no_answer', version = version + 1
       WHERE id = $1`,
      [id],
    );
    await publishSettled(api.deps.redis, [id]);
  }

  it('answers as soon as the verification leaves pending', async () => {
    const { id, requestId } = await build();
    const answer = read(requestId, { Prefer: 'wait=20' });
    await somebodyWaits();
    await settle(id);
    const { headers, body } = await answer;
    expect(body.status).to.equal('manual_review');
    expect(headers.get('preference-applied')).to.equal('wait=20');
  });

  it('answers 304 when the wait was in vain, and 200 when it was not', async () => {
    const { id, requestId } = await build();
    const tag = (await read(requestId)).headers.get('etag') ?? '';
    const vain = await read(requestId, { Prefer: 'wait=1', 'If-None-Match': tag });
    expect(vain.status).to.equal(304);
    expect(vain.headers.get('preference-applied')).to.equal('wait=1');
    expect(vain.headers.get('retry-after')).to.match(/^\d+$/);

    const answer = read(requestId, { Prefer: 'wait=20', 'If-None-Match': tag });
    await somebodyWaits();
    await settle(id);
    expect((await answer).status).to.equal(200);
  });

  it('names in the tag of a PDF the logo that the file holds, changed while it was waited for', async () => {
    const { id, requestId } = await build();
    const pdf = (headers: Record<string, string>) =>
      fetch(`${api.url}${addressOf(requestId)}/report.pdf`, {
        headers: { authorization: `Bearer ${caller.token}`, ...headers },
      });
    const answer = pdf({ prefer: 'wait=20' });
    await somebodyWaits();
    const picture = new Uint8Array(pngOf({ width: 60, height: 20 }));
    const owner = api.client.withToken(caller.token);
    const headers = { 'content-type': 'image/png' };
    expect((await owner.send('PUT', '/api/v1/logo', { body: picture, headers })).status).to.equal(200);
    await settle(id);
    const sent = await answer;
    expect(Buffer.from(await sent.arrayBuffer()).includes('Logo of')).to.equal(true);
    expect((await pdf({ 'if-none-match': sent.headers.get('etag') ?? '' })).status).to.equal(304);
  });

  it('gives the pending report after the wait', async () => {
    const { requestId } = await build();
    const answer = await read(requestId, { Prefer: 'respond-async, wait=1' });
    expect(answer.status).to.equal(200);
    expect(answer.body.status).to.equal('pending');
  });

  it('names the cap when more was asked for, and does not wait for what is settled', async () => {
    const { requestId } = await build('completed');
    const answer = await read(requestId, { Prefer: 'wait=86400' });
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('preference-applied')).to.equal('wait=30');
    expect(waiting).to.equal(0);
  });

  it('stops waiting when the caller hangs up', async () => {
    const { requestId } = await build();
    const hangUp = new AbortController();
    const answer = fetch(api.url + addressOf(requestId), {
      headers: { authorization: `Bearer ${caller.token}`, prefer: 'wait=30' },
      signal: hangUp.signal,
    }).catch((error: unknown) => error);
    await somebodyWaits();
    hangUp.abort();
    expect(await answer).to.be.instanceOf(Error);
    await waitFor(() => waiting === 0, { describe: 'nobody waits any more' });
  });

  it('does not wait while five thousand of the client do, and others do as ever', async () => {
    const { settlements } = api.deps;
    const { requestId } = await build();
    const other = await signInClient(api);
    const others = await buildVerification(api.db, { clientId: other.clientId, status: 'pending' });
    const hangUps = Array.from({ length: MAX_WAITING_PER_CLIENT }, () => new AbortController());
    const waits = hangUps.map(({ signal }) =>
      settlements.wait({ clientId: caller.clientId, id: newId() }, 60_000, signal),
    );
    const startedAt = performance.now();
    const body = { ...SUBMISSION, idempotency_key: newId() };
    const submit = (headers: Record<string, string>) =>
      api.client.withToken(caller.token).post('/api/v1/verifications', body, { headers });
    const answers = [
      await read(requestId, { Prefer: 'wait=30' }),
      await submit({ Prefer: 'wait=30' }),
      await submit({ Prefer: 'wait=30' }),
    ];
    expect(performance.now() - startedAt, 'milliseconds').to.be.lessThan(20_000);
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 202, 200]);
    for (const { body: shown, headers } of answers) {
      expect(shown.status).to.equal('pending');
      expect(headers.get('preference-applied')).to.match(/wait=0$/);
      expect(headers.get('retry-after')).to.match(/^\d+$/);
    }
    const vain = await other.get(addressOf(others.requestId), { Prefer: 'wait=1' });
    expect(vain.headers.get('preference-applied')).to.equal('wait=1');
    for (const hangUp of hangUps) hangUp.abort();
    await Promise.all(waits);
    const again = await read(requestId, { Prefer: 'wait=1' });
    expect(again.headers.get('preference-applied')).to.equal('wait=1');
    expect(waiting).to.equal(0);
  });

  it('does not wait for an id that is not there, nor says so', async () => {
    const answer = await read(toPublicId('verification', newId()), { Prefer: 'wait=30' });
    expect(answer.status).to.equal(404);
    expect(answer.headers.get('preference-applied')).to.equal(null);
    expect(waiting).to.equal(0);
  });
});
