import { expect } from 'chai';
import { type DatabasePair, endWaits, nameStandbys, startDatabasePair } from '../../harness/database-pair.js';
import { waitFor } from '../../harness/wait-for.js';
import { submit } from '../support/checks/submit.js';
import { scrape, totalOf, WITH_METRICS } from '../support/monitoring/metrics.js';
import { type SeededClient, type Service, startService } from '../support/processes/service.js';

const STANDBY = { DURABILITY: 'standby', ...WITH_METRICS };

describe('DURABILITY=standby', function () {
  this.timeout(120_000);
  let pair: DatabasePair;
  let service: Service;
  let client: SeededClient;
  before(async () => {
    pair = await startDatabasePair({ synchronous: true });
    service = await startService({ database: pair.database, env: STANDBY });
    client = await service.seedClient();
  });
  after(async () => {
    await service.stop();
    await pair.remove();
  });

  function send(key: string): ReturnType<typeof submit> {
    return submit(service.api.client, client.token, { key, prefer: 'respond-async' });
  }

  it('is said at the start, by /readyz and by the figures', async () => {
    for (const started of [service.api, ...service.workers]) {
      expect(await started.waitForLog('durability of what is acknowledged')).to.include({
        durability: 'standby',
      });
    }
    const { status, body } = await service.api.client.get('/readyz');
    expect(status).to.equal(200);
    expect(body).to.deep.include({ durability: 'standby' });
    expect(body.checks.durability).to.equal('ok');
    const samples = await scrape(service.api);
    expect(totalOf(samples, 'durability_info', { durability: 'standby' })).to.equal(1);
    expect(totalOf(samples, 'durability_held')).to.equal(1);
  });

  it('acknowledges nothing whose wait was cancelled, also not the second time, and replays it in the end', async () => {
    pair.startLagging();
    for (const attempt of ['first', 'second']) {
      let answered = false;
      const answer = send('unconfirmed').finally(() => {
        answered = true;
      });
      await waitFor(async () => (await endWaits(pair.primary.url)) >= 0 && answered, {
        timeoutMs: 30_000,
        describe: 'an answer',
      });
      const { status, body } = await answer;
      expect(status, attempt).to.equal(503);
      expect(body, attempt).to.include({ status: 'service_unavailable', stored: 'unknown' });
    }
    pair.stopLagging();
    const replayed = await waitFor(
      async () => {
        const answer = await send('unconfirmed');
        return answer.status < 300 && answer;
      },
      { timeoutMs: 30_000, describe: 'it is acknowledged' },
    );
    expect(replayed.body).to.include({ idempotent_replay: true });
    const held = await service.db.query(`SELECT FROM verifications WHERE idempotency_key = 'unconfirmed'`);
    expect(held).to.have.length(1);
  });

  it('is kept while no standby is there: commits wait, and the processes say so until it is back', async () => {
    const durability = async () => (await service.api.client.get('/readyz')).body;
    pair.startLagging();
    const answer = send('waits').catch((error: unknown) => error);
    const waiting = await waitFor(
      async () => {
        const body = await durability();
        return body.checks?.durability === 'waiting' && body;
      },
      { timeoutMs: 30_000, describe: '/readyz says that commits wait' },
    );
    expect(waiting).to.include({ status: 'degraded' });
    expect(totalOf(await scrape(service.api), 'durability_held')).to.equal(1);
    await service.api.waitForLog('commits stand still: no synchronous standby confirms them');
    pair.stopLagging();
    await answer;
    await waitFor(async () => (await durability()).checks.durability === 'ok', {
      timeoutMs: 30_000,
      describe: 'commits wait no longer',
    });
    await service.api.waitForLog('commits no longer wait for a synchronous standby');
  });

  it('accepts and calls nothing on a server that names no standby any more, and goes on when it does', async () => {
    const calls = service.sandbox.calls().length;
    await nameStandbys(pair.primary.url, '');
    const isReady = async (): Promise<boolean> => (await service.api.client.get('/readyz')).status === 200;
    await waitFor(async () => !(await isReady()), { describe: 'it is not ready' });
    expect((await service.api.client.get('/readyz')).body.checks.durability).to.equal('not_held');
    const refused = await send('refused');
    expect(refused.status).to.equal(503);
    expect(refused.body).to.include({ stored: 'no' });
    expect(service.sandbox.calls()).to.have.length(calls);
    const [worker] = service.workers;
    if (worker === undefined) throw new Error('No worker');
    await waitFor(async () => totalOf(await scrape(worker), 'durability_held') === 0, {
      describe: 'the worker sees it',
    });

    await nameStandbys(pair.primary.url, '*');
    await waitFor(isReady, { describe: 'it is ready again' });
    expect((await send('refused')).status).to.be.lessThan(300);
    const said = service.api.lines.filter((line) =>
      line.includes('PostgreSQL may lose what it acknowledges'),
    );
    expect(said, 'one line for the change').to.have.length(1);
  });

  it('ends a process at its start on such a server, naming the setting', async () => {
    await nameStandbys(pair.primary.url, '');
    const failed = service.startWorker().catch((error: Error) => error);
    await service.workers.at(-1)?.expectEnd();
    expect(String(await failed)).to.include('synchronous_standby_names is empty');
  });
});
