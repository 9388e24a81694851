import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { expect } from 'chai';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { waitFor } from '../../harness/wait-for.js';
import { startReceiver, type WebhookReceiver } from '../../harness/webhook-receiver.js';
import { type SeededClient, type Service, startService } from '../support/processes/service.js';
import { buildSamples, languagesHere, messageVariables, runSample } from '../support/repository/samples.js';

describe('a stranger with the samples', function () {
  this.timeout(120_000);

  let service: Service;
  let receiver: WebhookReceiver;
  let client: SeededClient;
  let secret: string;
  let key: string;
  before(async () => {
    service = await startService();
    receiver = await startReceiver();
    client = await service.seedClient();
    const user = service.api.client.withToken(client.token);
    const webhook = { url: receiver.url, events: ['verification.completed'] };
    secret = (await user.post('/api/v1/webhooks', webhook)).body.secret;
    key = (await user.post('/api/v1/api-keys', { name: 'Samples' })).body.api_key;
  });
  after(async () => {
    await receiver.close();
    await service.stop();
  });

  for (const language of languagesHere()) {
    it(`for ${language.name} submits a check once and verifies the webhook about it`, async () => {
      const built = temporaryFolder();
      try {
        buildSamples(language, built);
        const command = [...language.submit(built), randomUUID()];
        const variables = { BASE: `${service.api.url}/api/v1`, TOKEN: key };
        const first = await runSample(command, variables);
        expect(first.said, first.complained).to.match(/^ver_\w{26} completed positive$/);
        expect(await runSample(command, variables), 'the same key').to.include({ said: first.said, code: 0 });

        const [requestId = ''] = first.said.split(' ');
        const message = () => receiver.received.find(({ body }) => body.includes(requestId));
        await waitFor(() => message() !== undefined, { describe: 'the webhook', timeoutMs: 20_000 });
        const { headers = {}, body = '' } = message() ?? {};
        const verdict = await runSample(language.verify(built), messageVariables(secret, headers), body);
        expect(verdict.said, verdict.complained).to.equal('valid');

        const refused = await runSample(command, { ...variables, TOKEN: 'vk_none' });
        expect(refused.code).to.not.equal(0);
        expect(refused.complained).to.include('unauthorized');
      } finally {
        rmSync(built, { recursive: true });
      }
    });
  }

  it('has paid once for each of them', async () => {
    await service.expectSound();
    const { body } = await service.api.client.withToken(client.token).get('/api/v1/wallet');
    expect(body).to.include({ balance: 10_000 - 5 * languagesHere().length, reserved: 0 });
  });
});
