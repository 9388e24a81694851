import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { waitFor } from '../../harness/wait-for.js';
import { submit, submitAsync } from '../support/checks/submit.js';
import { type SeededClient, type Service, startService } from '../support/processes/service.js';

describe('a replay that arrives while the provider is at work', function () {
  this.timeout(30_000);
  const body = { subject: '0001010005070' }; // the sandbox's slow one

  let service: Service;
  let client: SeededClient;
  let key: string;
  let requestId: string;
  before(async () => {
    service = await startService({ apis: 2, slowMs: 1_500 });
  });
  after(() => service.stop());
  beforeEach(async () => {
    client = await service.seedClient();
    key = randomUUID();
    const before = service.sandbox.calls().length;
    requestId = await submitAsync(service.api.client, client.token, { key, body });
    await waitFor(() => service.sandbox.calls().length > before, { describe: 'the provider was called' });
  });
  afterEach(() => service.expectSound());

  it('answers at once with what is known when it does not ask to wait', async () => {
    const replay = await submit(service.api.client, client.token, { key, body });
    expect(replay.status).to.equal(200);
    expect(replay.body).to.include({ request_id: requestId, status: 'pending', idempotent_replay: true });
    expect(replay.headers.get('preference-applied')).to.equal(null);
    expect(replay.headers.get('retry-after')).to.match(/^\d+$/);
  });

  it('answers with the result when it asks to wait, on any API process', async () => {
    const replays = await Promise.all(
      service.apis.map((api) => submit(api.client, client.token, { key, body, prefer: 'wait=20' })),
    );
    for (const replay of replays) {
      expect(replay.status).to.equal(200);
      expect(replay.body).to.include({ request_id: requestId, status: 'completed', idempotent_replay: true });
      expect(replay.headers.get('preference-applied')).to.equal('wait=20');
    }
  });
});
