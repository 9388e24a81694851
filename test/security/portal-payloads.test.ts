import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openCheckQueue } from '../../harness/check-queue.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { usePortal } from '../portal/support/portal.js';
import { buildVerification } from '../support/database/factories.js';

/** Each would call `window.taken` if it were ever treated as more than text. */
const PAYLOADS = [
  '<script>window.taken=1</script>',
  '<img src=x onerror="window.taken=1">',
  '"><svg onload=window.taken=1>',
  "'-window.taken=1-'",
  '{{constructor.constructor("window.taken=1")()}}',
  'javascript:window.taken=1',
] as const;
const ALL = PAYLOADS.join(' ');

describe('script in what others wrote', function () {
  this.timeout(180_000);

  const portal = usePortal({ workers: 0 });
  let requestId: string;
  let reviewId: string;
  let clientId: string;
  let user: Awaited<ReturnType<ReturnType<typeof portal>['accounts']['createClientUser']>>;
  before(async () => {
    const { accounts, service } = portal();
    user = await accounts.createClientUser({ client: { name: ALL.slice(0, 190) } });
    clientId = toPublicId('client', user.clientId);
    const [script, image] = PAYLOADS;
    const details = { full_name: ALL, addresses: [{ line: script, suburb: image }], [script]: image };
    const verification = {
      clientId: user.clientId,
      purpose: ALL,
      idempotencyKey: image,
      label: ALL.slice(0, 290),
    };
    requestId = (
      await buildVerification(service.db, {
        ...verification,
        status: 'completed',
        checks: [{ details, reference: script, label: ALL.slice(0, 290) }],
      })
    ).requestId;
    reviewId = (
      await buildVerification(service.db, {
        ...verification,
        idempotencyKey: script,
        status: 'manual_review',
      })
    ).requestId;
    const caller = service.api.client.withToken(await accounts.login(user));
    await caller.post('/api/v1/api-keys', { name: image });
    await caller.post('/api/v1/webhooks', {
      url: `http://127.0.0.1:9/${encodeURIComponent(image)}`,
      events: ['wallet.low_balance'],
    });
    await haveJobWith(script, image);
  });

  /** A job that the service would never enqueue. */
  async function haveJobWith(script: string, image: string): Promise<void> {
    const queue = await openCheckQueue(portal().service.redis);
    await queue.add(script, { check_id: image, note: image }, { jobId: 'hostile' });
    await queue.close();
  }

  const pages = (): Record<'client' | 'support' | 'admin', readonly string[]> => ({
    client: [
      '/',
      '/checks',
      `/checks/${requestId}`,
      `/checks/${reviewId}`,
      '/wallet',
      '/api-keys',
      '/webhooks',
    ],
    support: ['/reviews', `/reviews/${reviewId}`, '/queue'],
    admin: ['/clients', `/clients/${clientId}`, '/audit-log'],
  });

  async function expectHarmless(page: Page): Promise<void> {
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate('window.taken'), `${page.url()} ran it`).to.equal(undefined);
    const made =
      'img[src="x"], svg[onload], script:not([src], [type="application/json"]), [onerror], a[href^="javascript"]';
    expect(await page.locator(made).count(), `${page.url()} made elements of it`).to.equal(0);
  }

  for (const role of ['client', 'support', 'admin'] as const) {
    it(`is text on every page of ${role}, and the browser has nothing to refuse`, async () => {
      const account = role === 'client' ? user : await portal().accounts.createStaff(role);
      const page = await portal().openAs(account);
      let shown = 0;
      for (const path of pages()[role]) {
        await page.goto(path);
        await expectHarmless(page);
        shown += await page.getByText('window.taken=1').count();
      }
      expect(shown, 'places that show it').to.be.greaterThan(role === 'client' ? 5 : 0);
      await page.context().close();
      expect(portal().complaints).to.deep.equal([]);
    });
  }

  it('is text on the queue dashboard, whoever put it into the queue', async () => {
    const page = await portal().openAs(await portal().accounts.createStaff('support'));
    for (const path of ['/ops/queues/queue/checks', '/ops/queues/queue/checks/hostile']) {
      await page.goto(path);
      await page.getByText('window.taken=1').first().waitFor();
      await expectHarmless(page);
    }
    await page.context().close();
    expect(portal().complaints).to.deep.equal([]);
  });
});
