import type { Page } from 'playwright-core';
import { buildWebhook } from '../support/webhooks.js';
import { usePortal } from './support/portal.js';

/** Longer than an answer is considered fresh. */
const LATER_MS = 60_000;

describe('a page of which one part cannot be loaded', function () {
  this.timeout(60_000);

  const portal = usePortal();
  let page: Page;
  let webhookId: string;
  beforeEach(async () => {
    const user = await portal().accounts.createClientUser();
    const { publicId } = await buildWebhook(portal().service.db, {
      ...{ url: 'https://client.example.test/hooks', clientId: user.clientId },
    });
    webhookId = publicId;
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

  it('shows the messages of a webhook without the webhook', async () => {
    await without('/webhooks');
    await page.goto(`/webhooks/${webhookId}`);
    await page.getByText('Gone for this test.').waitFor();
    await page.getByText('Nothing sent yet').waitFor();
  });

  it('says that what it shows may be out of date, until the service answers again', async () => {
    await page.goto('/wallet');
    await page.getByRole('heading', { name: 'Statement' }).waitFor();
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
    await page.getByLabel('Require a second factor of everyone on the team').waitFor();
    await page.getByRole('heading', { name: 'Invited' }).waitFor();
  });
});
