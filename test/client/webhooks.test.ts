import { expect } from 'chai';
import { Webhook as Signer } from 'standardwebhooks';
import { VerificationClient, verifyWebhook, WebhookVerificationError } from '../../client/src/index.js';
import { waitFor } from '../../harness/wait-for.js';
import { type ReceivedWebhook, startReceiver, type WebhookReceiver } from '../../harness/webhook-receiver.js';
import { settleParts } from '../support/checks/reviews.js';
import { acceptOne } from '../support/checks/submissions.js';
import { signInClient } from '../support/http/caller.js';
import { startTestWebhooks, type TestWebhooks } from '../support/messages/webhooks.js';
import { startApi, type TestApi } from '../support/processes/app.js';
import { testKeys } from '../support/processes/keys.js';

describe('webhooks with the client package', function () {
  this.timeout(60_000);

  let api: TestApi;
  let worker: TestWebhooks;
  let receiver: WebhookReceiver;
  let client: VerificationClient;
  let clientId: string;
  before(async () => {
    api = await startApi();
    worker = startTestWebhooks(api);
    receiver = await startReceiver();
    const caller = await signInClient(api);
    clientId = caller.clientId;
    client = new VerificationClient({ baseUrl: api.url, token: caller.token });
  });
  after(async () => {
    await worker.stop();
    await receiver.close();
    await api.close();
  });

  const received = async (count: number): Promise<ReceivedWebhook> => {
    await waitFor(() => receiver.received.length >= count, { describe: 'a webhook', timeoutMs: 20_000 });
    return receiver.received[count - 1] as ReceivedWebhook;
  };

  it('are made, believed, rotated, sent again and deleted', async () => {
    const webhook = await client.webhooks.create({ url: receiver.url, events: ['verification.completed'] });
    await settleParts(api.db, await acceptOne(api.db, { clientId }), ['positive']);
    const first = await received(1);
    const event = verifyWebhook(first, webhook.secret);
    expect(event.type).to.equal('verification.completed');
    const feed = client.events();
    const { value } = await feed.next();
    expect({ ...event, cursor: value?.cursor }, 'the same as in the feed').to.deep.equal(value);

    const { secret } = await client.webhooks.rotateSecret(webhook.webhook_id);
    const { value: delivery } = await client.webhooks.deliveries(webhook.webhook_id).next();
    await client.webhooks.redeliver(webhook.webhook_id, delivery?.delivery_id ?? '');
    const second = await received(2);
    expect(second.headers['webhook-signature']).to.match(/^v1,\S+ v1,\S+ v1a,\S+$/);
    const publicKey = `whpk_${testKeys.evidenceKeys.current.publicKey.toString('base64')}`;
    expect(verifyWebhook(second, publicKey), 'by the key of the service').to.deep.equal(event);
    const stranger = `whpk_${Buffer.alloc(32, 9).toString('base64')}`;
    expect(() => verifyWebhook(second, stranger)).to.throw('No signature');
    for (const secrets of [secret, webhook.secret, ['whsec_'.padEnd(46, 'A'), secret]]) {
      expect(verifyWebhook(second, secrets)).to.deep.equal(event);
    }
    expect((await client.webhooks.test(webhook.webhook_id)).type).to.equal('webhook.test');
    expect(verifyWebhook(await received(3), secret).data).to.deep.equal({ webhook_id: webhook.webhook_id });

    expect((await client.webhooks.list()).map(({ webhook_id }) => webhook_id)).to.deep.equal([
      webhook.webhook_id,
    ]);
    await client.webhooks.delete(webhook.webhook_id);
    await client.webhooks.delete(webhook.webhook_id);
    expect(await client.webhooks.list()).to.deep.equal([]);
  });

  describe('that are not what the service sent', () => {
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    const now = new Date('2026-11-20T08:00:00Z');
    const body =
      '{"type":"webhook.test","timestamp":"2026-11-20T08:00:00.000Z","data":{"webhook_id":"whk_1"}}';
    const signed = (text = body, at = now, id = 'evt_1') => ({
      body: text,
      headers: {
        'webhook-id': id,
        'webhook-timestamp': String(at.getTime() / 1_000),
        'webhook-signature': new Signer(secret).sign(id, at, text),
      },
    });
    const codeOf = (message: Parameters<typeof verifyWebhook>[0], options = {}): string => {
      try {
        verifyWebhook(message, secret, { now, ...options });
        return 'believed';
      } catch (error) {
        return error instanceof WebhookVerificationError ? error.code : String(error);
      }
    };
    const with_ = (headers: Record<string, string>) => ({
      ...signed(),
      headers: { ...signed().headers, ...headers },
    });

    it('are refused when a byte, an id, a moment or a signature differs', () => {
      expect(codeOf(signed())).to.equal('believed');
      expect(codeOf({ ...signed(), body: body.replace('whk_1', 'whk_2') })).to.equal('signature_mismatch');
      expect(codeOf(with_({ 'webhook-id': 'evt_2' }))).to.equal('signature_mismatch');
      expect(codeOf(with_({ 'webhook-timestamp': '1795161601' }))).to.equal('signature_mismatch');
      const { 'webhook-signature': good } = signed().headers;
      for (const bad of [
        'v1,',
        'v1',
        'v1a,x',
        `v2${good.slice(2)}`,
        good.slice(0, -8),
        `v1,${'A'.repeat(44)}`,
      ]) {
        expect(codeOf(with_({ 'webhook-signature': bad })), bad).to.equal('signature_mismatch');
        expect(codeOf(with_({ 'webhook-signature': `${bad} ${good}` })), bad).to.equal('believed');
      }
    });

    it('are refused when they are from another time', () => {
      const at = (seconds: number) => signed(body, new Date(now.getTime() + seconds * 1_000));
      expect([-300, 300].map((seconds) => codeOf(at(seconds)))).to.deep.equal(['believed', 'believed']);
      for (const seconds of [-301, 301]) {
        expect(codeOf(at(seconds))).to.equal('timestamp_out_of_tolerance');
        expect(codeOf(at(seconds), { toleranceSeconds: 302 })).to.equal('believed');
      }
    });

    it('are refused when something is missing, or is no event', () => {
      for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
        expect(codeOf(with_({ [name]: '' })), name).to.equal('missing_header');
      }
      for (const text of ['', '[]', 'null', '{"type":1', '{"type":"x"}']) {
        expect(codeOf(signed(text)), text).to.equal('malformed_body');
      }
    });

    it('and a secret that is none is said to be one', () => {
      for (const wrong of [
        '',
        'whsec_',
        'whsec_short',
        `whsec_${'A'.repeat(31)}`,
        'whsec_<your secret here, 32 chars>',
      ]) {
        expect(() => verifyWebhook(signed(), wrong, { now }), wrong).to.throw(TypeError, 'whsec_');
      }
      expect(
        verifyWebhook({ ...signed(), headers: new Headers(signed().headers) }, secret, { now }),
      ).to.include({
        event_id: 'evt_1',
      });
      expect(verifyWebhook({ ...signed(), body: Buffer.from(body) }, secret, { now }).type).to.equal(
        'webhook.test',
      );
    });
  });
});
