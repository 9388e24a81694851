import { expect } from 'chai';
import { type DatabasePair, startDatabasePair } from '../../harness/database-pair.js';
import { startOwnRedis } from '../../harness/own-servers.js';
import { waitFor } from '../../harness/wait-for.js';
import { submit } from '../support/checks/submit.js';
import { type Service, startService } from '../support/processes/service.js';

describe('an API and a worker that are started on a standby', function () {
  this.timeout(120_000);
  let pair: DatabasePair;
  let redis: Awaited<ReturnType<typeof startOwnRedis>>;
  let service: Service;
  before(async () => {
    [pair, redis] = await Promise.all([startDatabasePair(), startOwnRedis()]);
    service = await startService({ database: pair.database, redisUrl: redis.url, workers: 0 });
  });
  after(async () => {
    await service.stop();
    await Promise.all([pair.remove(), redis.remove()]);
  });

  it('say so and take nothing, and work as soon as it is promoted', async () => {
    const { email, password, token } = await service.seedClient();
    // Until then the witness knows nothing of this history, and what is open when another begins goes into review.
    await waitFor(
      async () =>
        (await service.db.query('SELECT FROM database_histories WHERE seen_at IS NOT NULL')).length > 0,
      { describe: 'the database has been seen' },
    );
    await pair.catchUp();
    const onStandby = new URL(pair.database.url);
    onStandby.port = new URL(pair.standby.url).port;
    const { client } = await service.startApi({ DATABASE_URL: onStandby.href });
    const ready = await client.get('/readyz');
    expect(ready.status).to.equal(503);
    expect(ready.body.checks).to.include({ database: 'read_only' });
    const refused = await submit(client, token, { key: 'early', prefer: 'respond-async' });
    expect([refused.status, refused.body.stored]).to.deep.equal([503, 'no']);
    await service.startWorker({ DATABASE_URL: onStandby.href });

    await pair.failOver();
    await waitFor(async () => (await client.get('/readyz')).status === 200, {
      timeoutMs: 30_000,
      describe: 'the API is ready',
    });
    const answer = await waitFor(
      async () => {
        const login = await client.post('/api/v1/login', { email, password });
        const given = await submit(client, String(login.body.access_token), {
          key: 'early',
          prefer: 'wait=10',
        });
        return given.status === 201 && given;
      },
      { timeoutMs: 30_000, describe: 'a request is worked off' },
    );
    expect(answer.body.status).to.equal('completed');
    await service.expectSound();
  });
});
