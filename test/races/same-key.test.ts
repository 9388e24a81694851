import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { countBy } from '../../harness/count-by.js';
import { requestBody, submit } from '../support/checks/submit.js';
import { type SeededClient, type Service, startService } from '../support/processes/service.js';
import { paidCalls } from '../support/provider/provider-calls.js';

describe('requests with one key at the same instant', function () {
  this.timeout(30_000);

  let running: Service | undefined;
  let service: Service;
  let client: SeededClient;
  before(async () => {
    running = await startService({ apis: 2, workers: 2 });
    service = running;
  });
  // Undefined where it did not start, which then is the only failure.
  after(() => running?.stop());
  beforeEach(async () => {
    client = await service.seedClient({ credits: 100 });
  });
  afterEach(() => service.expectSound());

  /** Sends the bodies to both APIs alternately, all with one key. */
  function sendTogether(bodies: readonly Record<string, unknown>[], key: string) {
    return Promise.all(
      bodies.map((body, index) => {
        const api = service.apis[index % service.apis.length] ?? service.api;
        return submit(api.client, client.token, { key, body });
      }),
    );
  }

  it('become one verification, one reservation and one call when they are the same, 99 times a replay', async () => {
    const callsBefore = paidCalls(service.sandbox.calls()).length;
    const answers = await sendTogether(Array(100).fill(requestBody()), randomUUID());

    const tally = countBy(answers, ({ status }) => status);
    expect(tally).to.deep.equal({ 200: 99, 201: 1 });
    expect(new Set(answers.map(({ body }) => body.request_id)).size).to.equal(1);
    expect(countBy(answers, ({ body }) => String(body.idempotent_replay))).to.deep.equal({
      true: 99,
      undefined: 1,
    });
    const rows = await service.db.query<{ kind: string }>(
      `SELECT kind FROM wallet_entries WHERE client_id = $1 AND kind <> 'top_up' ORDER BY entry_no`,
      [client.clientId],
    );
    expect(rows.map(({ kind }) => kind)).to.deep.equal(['reserve', 'charge']);
    expect(paidCalls(service.sandbox.calls()).length - callsBefore).to.equal(1);
  });

  it('have one winner when they differ, and tell the others no more than its id', async () => {
    const subjects = ['0001010000071', '0001010001079', '0001010002077', '0001010011078'];
    const bodies = Array.from({ length: 40 }, (_item, index) => ({ subject: subjects[index % 4] }));
    const answers = await sendTogether(bodies, randomUUID());

    // There are ten of each subject: those with the winner's subject are replays.
    expect(countBy(answers, ({ status }) => status)).to.deep.equal({ 200: 9, 201: 1, 422: 30 });
    const winner = answers.find(({ status }) => status === 201);
    for (const { body } of answers.filter(({ status }) => status === 422)) {
      expect(body).to.have.all.keys('status', 'message', 'correlation_id', 'doc_url', 'errors', 'request_id');
      expect(body.errors).to.have.length(1);
      expect(body.errors[0]).to.include({ field: 'idempotency_key', code: 'idempotency_key_reused' });
      expect(body.request_id).to.equal(winner?.body.request_id);
    }
    const [{ count } = { count: -1 }] = await service.db.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM verifications WHERE client_id = $1',
      [client.clientId],
    );
    expect(count).to.equal(1);
  });

  it('belong to different verifications when they are of different clients', async () => {
    const others = await Promise.all(Array.from({ length: 5 }, () => service.seedClient({ credits: 100 })));
    const key = randomUUID();
    const answers = await Promise.all(others.map(({ token }) => submit(service.api.client, token, { key })));
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.request_id)).size).to.equal(5);
  });
});
