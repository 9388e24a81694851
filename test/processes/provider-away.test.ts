import { expect } from 'chai';
import { startProvider } from '../../harness/provider.js';
import { waitFor } from '../../harness/wait-for.js';
import { waitUntilSettled } from '../../harness/wait-until-settled.js';
import type { Sandbox } from '../../sandbox/server.js';
import { freePort } from '../../scripts/embedded/free-port.js';
import { submit, submitAsync } from '../support/checks/submit.js';
import { type SeededClient, type Service, startService } from '../support/processes/service.js';
import { paidCalls } from '../support/provider/provider-calls.js';

describe('a provider that refuses connections', function () {
  this.timeout(90_000);

  let service: Service;
  let client: SeededClient;
  let sandbox: Sandbox | undefined;
  afterEach(async () => {
    await service.stop();
    await sandbox?.close();
  });

  async function healthOf(serviceCode: string): Promise<string> {
    const { body } = await service.api.client.withToken(client.token).get('/api/v1/services');
    const listed = body.data.find((entry: { service_code: string }) => entry.service_code === serviceCode);
    return listed.health;
  }

  function waitForHealth(health: string): Promise<unknown> {
    return waitFor(async () => (await healthOf('said_verification')) === health, {
      timeoutMs: 30_000,
      describe: `the service list says ${health}`,
    });
  }

  it('is called no more for a while, shows as down, and gets every request once it is back', async () => {
    const port = await freePort();
    service = await startService({ providerUrl: `http://127.0.0.1:${port}` });
    client = await service.seedClient({ credits: 100 });
    expect(await healthOf('said_verification')).to.equal('operational');
    await Promise.all(Array.from({ length: 8 }, () => submitAsync(service.api.client, client.token)));
    await waitForHealth('down');
    expect(await healthOf('vehicle_check'), 'health of another route').to.equal('operational');

    const whileDown = await submit(service.api.client, client.token, { prefer: 'wait=1' });
    expect(whileDown.status).to.equal(202);
    expect(whileDown.body).to.include({ status: 'pending', credits_reserved: 5 });
    const attempts = await service.db.query<{ state: string }>('SELECT state FROM provider_calls');
    expect(attempts.length, 'attempts until the circuit opened').to.be.within(5, 9);
    expect(attempts.every(({ state }) => state === 'not_sent')).to.equal(true);

    sandbox = await startProvider({ port });
    expect(await waitUntilSettled(service.db, client.clientId)).to.deep.equal({ completed: 9 });
    expect(paidCalls(sandbox.calls())).to.have.length(9);
    await waitForHealth('operational');
    await service.expectSound();
  });
});
