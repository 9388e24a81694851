import { expect } from 'chai';
import { startOwnDatabase } from '../../harness/own-database.js';
import { waitFor } from '../../harness/wait-for.js';
import { waitUntilSettled } from '../../harness/wait-until-settled.js';
import { fromPublicId } from '../../shared/domain/ids.js';
import { type Load, type Sent, startLoad } from '../support/http/load.js';
import { expectError } from '../support/http/shapes.js';
import { type Service, startService } from '../support/processes/service.js';

describe('under load', function () {
  this.timeout(120_000);
  const env = { PROVIDER_TIMEOUT_MS: '1000' };

  let service: Service;

  function waitForAcknowledged(load: Load, more: number): Promise<unknown> {
    const target = load.acknowledged() + more;
    return waitFor(() => load.acknowledged() >= target, {
      timeoutMs: 40_000,
      describe: `${more} more requests are acknowledged`,
    });
  }

  /** Every key became exactly the verification that was acknowledged, and none of them is left pending. */
  async function expectNothingLost(sent: readonly Sent[]): Promise<void> {
    const statuses = await waitUntilSettled(service.db);
    const rows = await service.db.query<{ id: string; idempotency_key: string }>(
      'SELECT id, idempotency_key FROM verifications',
    );
    const stored = Object.fromEntries(rows.map(({ id, idempotency_key }) => [idempotency_key, id]));
    const acknowledged = sent.map(({ key, requestId = '' }) => [
      key,
      fromPublicId('verification', requestId),
    ]);
    expect(stored).to.deep.equal(Object.fromEntries(acknowledged));
    expect(rows).to.have.length(sent.length);
    // Whatever was not called while something was dying has completed.
    expect(statuses.completed, JSON.stringify(statuses)).to.be.at.least(sent.length - 40);
    await service.expectSound();
  }

  it('PostgreSQL crashes and comes back: no acknowledged request is lost, no call is repeated', async () => {
    const { server, database } = await startOwnDatabase();
    try {
      service = await startService({ database, env });
      const client = await service.seedClient({ credits: 1_000_000 });
      const load = startLoad({ apis: service.apis, token: client.token, lanes: 8 });
      await waitForAcknowledged(load, 50);
      await server.crash();
      await waitFor(() => load.sent.some(({ answers }) => answers.some(({ status }) => status === 503)), {
        timeoutMs: 20_000,
        describe: 'a request was refused for want of the database',
      });
      expect((await service.api.client.get('/healthz')).status).to.equal(200);
      expect((await service.api.client.get('/readyz')).status).to.equal(503);
      await server.restart();
      await waitForAcknowledged(load, 50);

      const sent = await load.stop();
      const refusals = sent.flatMap(({ answers }) => answers.filter(({ status }) => status >= 500));
      for (const answer of refusals.filter(({ body }) => body.status !== 'provider_unavailable')) {
        expectError(answer, { httpStatus: 503, status: 'service_unavailable', more: ['stored'] });
        expect(answer.headers.get('retry-after')).to.match(/^\d+$/);
      }
      await expectNothingLost(sent);
    } finally {
      await service.stop();
      await server.remove();
    }
  });

  it('one of two APIs and one of two workers are killed and replaced: nothing is lost, nothing called twice', async () => {
    service = await startService({ apis: 2, workers: 2, env });
    try {
      const client = await service.seedClient({ credits: 1_000_000 });
      await service.addFault({ fault: 'slow', delay_ms: 20 });
      const load = startLoad({ apis: service.apis, token: client.token, lanes: 8 });
      await waitForAcknowledged(load, 30);
      await service.apis[0]?.kill();
      await waitForAcknowledged(load, 30);
      await service.workers[0]?.kill();
      await waitForAcknowledged(load, 30);
      // Then an update: the remaining old processes are stopped in order while the new ones take over.
      await Promise.all([service.startWorker(), service.startApi()]);
      await Promise.all([service.apis[1]?.stop(), service.workers[1]?.stop()]);
      await waitForAcknowledged(load, 30);
      await expectNothingLost(await load.stop());
    } finally {
      await service.stop();
    }
  });
});
