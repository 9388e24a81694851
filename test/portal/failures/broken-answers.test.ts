import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { buildVerification } from '../../support/database/factories.js';
import { csvOf, upload } from '../../support/uploads/batch-files.js';
import { usePortal } from '../support/portal.js';

/** Longer than an answer is considered fresh. */
const LATER_MS = 60_000;
/** What a hotspot shows in the place of everything. */
const FOREIGN_PAGE = { contentType: 'text/html', body: '<h1>Sign in to the network</h1>' };

describe('an answer that does not come', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });
  let user: Awaited<ReturnType<ReturnType<typeof portal>['accounts']['createClientUser']>>;
  let page: Page;
  beforeEach(async () => {
    user = await portal().accounts.createClientUser();
    page = await portal().openAs(user);
  });
  afterEach(() => page.context().close());

  it('is no defect of a report whose place another page has taken, and the report comes once it is there', async () => {
    const { requestId } = await buildVerification(portal().service.db, { clientId: user.clientId });
    const path = `**/api/v1/verifications/${requestId}`;
    await page.route(path, (route) => route.fulfill(FOREIGN_PAGE));
    await page.goto(`/checks/${requestId}`);
    await page.getByRole('alert').getByText('The service cannot be reached.', { exact: false }).waitFor();
    await page.unroute(path);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('For the record').waitFor();
  });

  it('is no reason to say nothing of rows that have to be corrected', async () => {
    const answer = await upload(
      await portal().accounts.signIn(user),
      `${csvOf(1)}\r\nsaid_verification,12345`,
    );
    const { batch_id } = answer.body as { batch_id: string };
    const faulty = (url: URL) => url.pathname.endsWith('/rows') && url.searchParams.get('state') === 'faulty';
    await page.route(faulty, (route) =>
      route.fulfill({ status: 429, json: { status: 'rate_limited', message: 'Too much at once.' } }),
    );
    await page.goto(`/batches/${batch_id}`);
    const panel = page.getByRole('region', { name: 'Rows to correct' });
    await panel.getByText('Too much at once.').waitFor();
    await page.unroute(faulty);
    await panel.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'Rows to correct' }).waitFor();
  });

  it('takes no chart away that is there', async () => {
    for (let index = 0; index < 3; index += 1)
      await buildVerification(portal().service.db, { clientId: user.clientId });
    await page.goto('/wallet');
    const chart = page.getByRole('img', { name: /^Available credits over/ });
    await chart.waitFor();
    await page.route('**/api/v1/wallet/entries*', (route) => route.abort());
    await page.clock.setFixedTime(Date.now() + LATER_MS);
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await page.getByText('What is shown may be out of date.', { exact: false }).waitFor();
    expect(await chart.count()).to.equal(1);
    expect(await page.getByText('The chart could not be loaded.').count()).to.equal(0);
  });
});
