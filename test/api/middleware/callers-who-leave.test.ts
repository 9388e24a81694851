import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import { withClient } from '../../../harness/with-client.js';
import { requestBody } from '../../support/checks/submit.js';
import { parseExposition, totalOf } from '../../support/monitoring/metrics.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

/** Longer than what counts as waiting in vain. */
const LEAVE_AFTER_MS = 1_100;

describe('a caller who leaves before there is an answer', () => {
  let api: TestApi;
  let token: string;
  before(async () => {
    api = await startApi();
    token = await api.login(await api.createClientUser());
  });
  after(() => api.close());

  /** Sends the body, or a part of it, and leaves; returns what the API logged about it. */
  async function leaveSubmission(body: string, part = body): Promise<Record<string, unknown>> {
    const key = randomUUID();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sending = request(`${api.url}/api/v1/verifications`, {
      method: 'POST',
      headers: { ...headers, 'content-length': body.length, 'idempotency-key': key, 'x-correlation-id': key },
    });
    sending.on('error', () => undefined);
    sending.write(part);
    await sleep(LEAVE_AFTER_MS);
    sending.destroy();
    return await waitFor(
      () => api.logs().find(({ correlation_id, msg }) => correlation_id === key && msg === 'request'),
      { describe: 'the API noticed that the caller has left' },
    );
  }

  async function count(name: string, labels = {}): Promise<number | undefined> {
    return totalOf(parseExposition(await api.registry.metrics()), name, labels);
  }

  it('is not recorded as a success, and after waiting in vain for a commit, as a failure of ours', async () => {
    await withClient(api.database.ownerUrl, async (owner) => {
      await owner.query('BEGIN');
      await owner.query('LOCK TABLE verifications');
      const line = await leaveSubmission(JSON.stringify(requestBody()));
      expect(line).to.include({ status: 499, aborted: true });
      await owner.query('COMMIT');
    });
    const posts = { method: 'POST', route: '/api/v1/verifications' };
    expect(await count('http_request_duration_seconds_count', { ...posts, status: '499' })).to.equal(1);
    expect(await count('http_request_duration_seconds_count', { ...posts, status: '200' })).to.equal(
      undefined,
    );
    expect(await count('submissions_failed_total')).to.equal(1);
  });

  it('without having sent all of the request has not been failed by us', async () => {
    const before = await count('submissions_failed_total');
    const body = JSON.stringify(requestBody());
    expect(await leaveSubmission(body, body.slice(0, 20))).to.include({ status: 499, aborted: true });
    expect(await count('submissions_failed_total')).to.equal(before);
  });
});
