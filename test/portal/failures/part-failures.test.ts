import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { buildVerification } from '../../support/database/factories.js';
import { buildWebhook } from '../../support/messages/webhooks.js';
import { usePortal } from '../support/portal.js';

/** Longer than an answer is considered fresh. */
const LATER_MS = 60_000;

describe('a page of which one part cannot be loaded', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });
  let page: Page;
  let webhookId: string;
  let clientId: string;
  beforeEach(async () => {
    const user = await portal().accounts.createClientUser();
    const { publicId } = await buildWebhook(portal().service.db, {
      ...{ url: 'https://client.example.test/hooks', clientId: user.clientId },
    });
    webhookId = publicId;
    clientId = user.clientId;
    page = await portal().openAs(user);
  });
  afterEach(() => page.context().close());

  /** Answers one path with 404: it is not retried. */
  async function without(path: string): Promise<void> {
    await page.route(
      (url) => url.pathname === `/api/v1${path}`,
      (route) =>
        route.fulfill({ status: 404, json: { status: 'not_found', message: 'Gone for this test.' } }),
    );
  }

  /** The wallet with its balance: an answer that came only after the clock was moved would be fresh. */
  async function openWallet(): Promise<void> {
    await page.goto('/wallet');
    await page.getByRole('definition').filter({ hasText: /\d/ }).first().waitFor();
  }

  it('shows the messages of a webhook without the webhook', async () => {
    await without('/webhooks');
    await page.goto(`/webhooks/${webhookId}`);
    await page.getByText('Gone for this test.').waitFor();
    await page.getByText('Nothing sent yet').waitFor();
  });

  it('says that what it shows may be out of date, until the service answers again', async () => {
    await openWallet();
    await page.route('**/api/v1/wallet', (route) => route.abort());
    // Returning to a window after a while loads again.
    await page.clock.setFixedTime(Date.now() + LATER_MS);
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    const band = page.getByRole('status').filter({ hasText: 'The service cannot be reached.' });
    await band.waitFor();
    await page.unroute('**/api/v1/wallet');
    await band.getByRole('button', { name: 'Try again' }).click();
    await band.waitFor({ state: 'detached' });
  });

  it('says so too where the service answers, but refuses to show what is so now', async () => {
    const wallet = (url: URL) => url.pathname === '/api/v1/wallet';
    await openWallet();
    for (const [status, kind, minutes] of [
      [429, 'rate_limited', 1],
      [403, 'forbidden', 2],
    ] as const) {
      const message = `Refused with ${status} for this test.`;
      await page.route(wallet, (route) => route.fulfill({ status, json: { status: kind, message } }));
      await page.clock.setFixedTime(Date.now() + minutes * LATER_MS);
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
      const band = page
        .getByRole('status')
        .filter({ hasText: `${message} What is shown may be out of date.` });
      await band.waitFor();
      await page.unroute(wallet);
      await band.getByRole('button', { name: 'Try again' }).click();
      await band.waitFor({ state: 'detached' });
    }
  });

  it('loads all that failed with one button, and by itself once the service is back', async () => {
    const failures = page.getByText('This could not be loaded');
    const allButSession = (url: URL) => url.pathname.startsWith('/api/v1/') && url.pathname !== '/api/v1/me';
    for (const recover of [
      () => page.getByRole('button', { name: 'Try again' }).first().click(),
      undefined,
    ]) {
      await page.route(allButSession, (route) => route.abort());
      await page.goto('/account');
      await failures.nth(3).waitFor();
      await page.unroute(allButSession);
      await recover?.();
      await page.getByText('When credits run low').waitFor();
      await page.getByRole('table', { name: 'Sessions' }).waitFor();
      await failures.first().waitFor({ state: 'detached' });
    }
  });

  it('says why a list does not grow, until it does', async () => {
    for (let index = 0; index < 30; index += 1) await buildVerification(portal().service.db, { clientId });
    const later = (url: URL) => url.pathname.endsWith('/verifications/search');
    await page.goto('/checks');
    const more = page.getByRole('button', { name: 'Show more: History of checks' });
    await more.waitFor();
    await page.route(later, (route) =>
      route.fulfill({ status: 429, json: { status: 'rate_limited', message: 'Too much at once.' } }),
    );
    await more.click();
    const refusal = page.getByRole('alert').filter({ hasText: 'Too much at once.' });
    await refusal.waitFor();
    expect(await page.getByRole('row').count()).to.equal(26);
    await page.unroute(later);
    await more.click();
    await refusal.waitFor({ state: 'detached' });
    await page.getByRole('row').nth(30).waitFor();
  });

  it('keeps no page of a proxy as the file that was asked for', async () => {
    await page.goto('/wallet');
    await page.getByRole('table', { name: 'Statement' }).waitFor();
    await page.route('**/api/v1/wallet/entries*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Sign in to the network</h1>' }),
    );
    const files: string[] = [];
    page.on('download', (file) => files.push(file.suggestedFilename()));
    await page.getByRole('button', { name: 'CSV' }).click();
    await page.getByRole('alert').filter({ hasText: 'No file was created' }).waitFor();
    expect(files).to.deep.equal([]);
  });

  it('says what is wrong with a filter that is refused', async () => {
    page = await portal().openAs(await portal().accounts.createStaff('admin'), '/audit-log');
    await page.getByLabel('Target').fill('Demo Client');
    await page.getByRole('button', { name: 'Search' }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'This could not be loaded' });
    await refusal.getByText('Use the form that the audit log shows', { exact: false }).waitFor();
    expect(await refusal.innerText()).not.to.include('see errors');
  });

  it('does not look as if there were no spending limits where they cannot be loaded', async () => {
    await without('/limits');
    await page.goto('/wallet');
    await page.getByRole('region', { name: 'Spending limits' }).getByText('Gone for this test.').waitFor();
  });

  it('shows a webhook without its messages', async () => {
    await without(`/webhooks/${webhookId}/deliveries`);
    await page.goto(`/webhooks/${webhookId}`);
    await page.getByText('Gone for this test.').waitFor();
    await page.getByText('https://client.example.test/hooks').waitFor();
  });

  it('shows the rest of the team page without the people', async () => {
    await without('/team');
    await page.goto('/team');
    await page.getByText('Gone for this test.').waitFor();
    await page.getByLabel('Require a second factor for everyone on the team').waitFor();
    await page.getByRole('heading', { name: 'Invited' }).waitFor();
  });
});
