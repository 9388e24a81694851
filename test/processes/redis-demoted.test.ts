import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { type OwnServer, startOwnRedis } from '../../harness/own-servers.js';
import { type Relay, startRelay } from '../../harness/relay.js';
import { waitFor } from '../../harness/wait-for.js';
import { waitUntilSettled } from '../../harness/wait-until-settled.js';
import { connectForCommands } from '../../shared/redis/connect.js';
import { submitAsync } from '../support/checks/submit.js';
import { scrape, totalOf, WITH_METRICS } from '../support/monitoring/metrics.js';
import { type Service, startService } from '../support/processes/service.js';

describe('a Redis that becomes a replica while every connection stays open', function () {
  this.timeout(90_000);

  let servers: OwnServer[];
  let admins: Redis[];
  let address: Relay;
  let service: Service;
  beforeEach(async () => {
    servers = await Promise.all([startOwnRedis(), startOwnRedis()]);
    admins = servers.map(({ url }) => connectForCommands(url));
    await waitFor(() => admins.every(({ status }) => status === 'ready'), { describe: 'both connected' });
    // An address has one password, whichever server it resolves to.
    const { password } = new URL(servers[0]?.url ?? '');
    await admins[1]?.config('SET', 'requirepass', password);
    await admins[0]?.config('SET', 'masterauth', password);
    address = await startRelay(servers[0]?.url ?? '');
    service = await startService({ redisUrl: address.url, env: WITH_METRICS });
  });
  afterEach(async () => {
    await service.stop();
    for (const admin of admins) admin.disconnect();
    await address.close();
    await Promise.all(servers.map((server) => server.remove()));
  });

  async function submitTen(token: string): Promise<void> {
    await Promise.all(Array.from({ length: 10 }, () => submitAsync(service.api.client, token)));
  }

  async function expectDemoted(): Promise<void> {
    const [worker] = service.workers;
    if (worker === undefined) throw new Error('No worker');
    await waitFor(async () => totalOf(await scrape(worker), 'redis_writable') === 0, {
      describe: 'the worker sees it',
    });
    const ready = await service.api.client.get('/readyz');
    expect(ready.status).to.equal(200);
    expect(ready.body).to.deep.include({ status: 'degraded' });
    expect(ready.body.checks.redis).to.equal('read_only');
  }

  it('is told, and the work goes on at the new master without a restart', async () => {
    const client = await service.seedClient();
    await submitTen(client.token);
    expect(await waitUntilSettled(service.db, client.clientId)).to.deep.equal({ completed: 10 });
    const [old] = admins;
    const successor = new URL(servers[1]?.url ?? '');
    await old?.replicaof(successor.hostname, Number(successor.port));
    await expectDemoted();
    await submitTen(client.token);
    address.redirect(successor.href);
    expect(await waitUntilSettled(service.db, client.clientId)).to.deep.equal({ completed: 20 });
    await waitFor(async () => (await service.api.client.get('/readyz')).body.status === 'ok', {
      describe: 'the API is whole again',
    });
    await waitFor(() => service.lines().some((line) => line.includes('"Redis is back"')), {
      describe: 'the log says so',
    });
    const told = service.lines().filter((line) => line.includes('"Redis is away"'));
    expect(told.join()).to.include('point the address to the master (READONLY)');
    expect(told.length, 'one line for each change of each process').to.be.lessThan(9);
    await service.expectSound();
  });
});
