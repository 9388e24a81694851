import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { waitFor } from '../../harness/wait-for.js';
import { waitUntilSettled } from '../../harness/wait-until-settled.js';
import { createAccounts } from '../support/accounts/api-accounts.js';
import { submitAsync } from '../support/checks/submit.js';
import { type FullBacklogServer, startFullBacklogServer } from '../support/network/full-backlog-server.js';
import { type Service, startService } from '../support/processes/service.js';

const WRITE_OFF = {
  decision: 'requeue',
  note: 'The provider says that nothing arrived',
  provider_confirmed_no_charge: true,
};

/** It may have been frozen before it told the witness of its call, and then learns there that another was made. */
const ENDS = ['provider call finished', 'check job without a call'];

/** The subject whose answer takes a while. */
const SLOW = '0001010005070';

describe('a worker that stood still between its marker and the first byte', function () {
  this.timeout(120_000);

  let service: Service;
  let provider: FullBacklogServer;
  beforeEach(async () => {
    service = await startService({ workers: 0 });
    provider = await startFullBacklogServer({ forwardTo: Number(new URL(service.sandbox.url).port) });
  });
  afterEach(async () => {
    await service.stop();
    await provider.close();
  });

  it('sends nothing when it wakes after a write-off: the provider is paid once', async () => {
    const client = await service.seedClient();
    const accounts = createAccounts(service.db, service.api.client);
    const support = await accounts.signIn(await accounts.createStaff('support'));
    const paused = await service.startWorker({ PROVIDER_URL: `http://127.0.0.1:${provider.port}` });
    const requestId = await submitAsync(service.api.client, client.token);
    await waitFor(async () => (await startedCalls()) === 1, { describe: 'the marker is committed' });
    paused.freeze();
    // Within the pause the kernel completes the connection, which the worker finds established when it wakes.
    provider.accept();
    // The machine's clock stops with it: the worker's own limit has not passed when it wakes.
    await service.db.query('UPDATE provider_calls SET deadline_at = now()');

    await service.startWorker();
    const reader = service.api.client.withToken(client.token);
    const path = `/api/v1/verifications/${requestId}`;
    const review = await reader.get(path, { headers: { prefer: 'wait=25' } });
    expect(review.body).to.include({ status: 'manual_review' });

    const decide = () => support.post(`/api/v1/support/reviews/${requestId}/resolution`, WRITE_OFF);
    const refused = await decide();
    expect(refused.status).to.equal(409);
    expect(refused.body.message).to.match(/not been heard from for 60 seconds. Not before 20\d\d-/);

    // A minute later.
    await service.db.query(
      `UPDATE workers SET beat_at = beat_at - interval '1 minute' WHERE id = (SELECT worker FROM provider_calls)`,
    );
    expect((await decide()).status).to.equal(200);
    const done = await reader.get(path, { headers: { prefer: 'wait=25' } });
    expect(done.body).to.include({ status: 'completed', credits_charged: 5 });

    paused.thaw();
    await waitFor(() => paused.logs().some(({ msg }) => ENDS.includes(String(msg))), {
      timeoutMs: 60_000,
      describe: 'the worker that woke ends its job',
    });
    expect(service.sandbox.calls()).to.have.length(1);
    await service.expectSound();
  });

  async function startedCalls(): Promise<number> {
    const rows = await service.db.query(`SELECT FROM provider_calls WHERE state = 'started'`);
    return rows.length;
  }
});

describe('a worker that stood still until the limit of its call had passed', function () {
  this.timeout(120_000);

  const TIMEOUT_MS = 2_000;
  let service: Service;
  before(async () => {
    service = await startService({ slowMs: 500, env: { PROVIDER_TIMEOUT_MS: String(TIMEOUT_MS) } });
  });
  after(() => service.stop());

  it('takes the answer that arrived meanwhile', async () => {
    const client = await service.seedClient();
    const [worker] = service.workers;
    for (let round = 0; round < 3; round += 1) {
      await submitAsync(service.api.client, client.token, { body: { subject: SLOW } });
      await waitFor(() => service.sandbox.calls().length > round, { describe: 'the call has arrived' });
      worker?.freeze();
      // Its answer has come by then, and nobody has given the call up.
      await sleep(TIMEOUT_MS + 500);
      worker?.thaw();
      expect(await waitUntilSettled(service.db)).to.deep.equal({ completed: round + 1 });
    }
    await service.expectSound();
  });
});
