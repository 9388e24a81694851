import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { waitFor } from '../../../harness/wait-for.js';
import { buildVerification } from '../../support/database/factories.js';
import { csvOf, upload } from '../../support/uploads/batch-files.js';
import { pngOf } from '../../support/uploads/pictures.js';
import { usePortal } from '../support/portal.js';

describe('the focus of what has gone', function () {
  this.timeout(120_000);

  const portal = usePortal({ workers: 0 });
  let user: Awaited<ReturnType<ReturnType<typeof portal>['accounts']['createClientUser']>>;
  let page: Page;
  beforeEach(async () => {
    user = await portal().accounts.createClientUser();
  });
  afterEach(() => page.context().close());

  /** Presses by key what goes away by that, and waits until the focus is at this heading. */
  async function pressLeads(target: Locator, heading: Locator): Promise<void> {
    await target.focus();
    await page.keyboard.press('Enter');
    await target.waitFor({ state: 'detached' });
    await waitFor(() => heading.evaluate((element) => element.matches(':focus')), {
      describe: `the focus is at ${String(heading)}`,
    });
  }

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const ofPage = () => page.getByRole('heading', { level: 1 });

  it('is at the heading of the page once a batch is started, paused, and resumed', async () => {
    const answer = await upload(await portal().accounts.signIn(user), csvOf(3));
    const { batch_id } = answer.body as { batch_id: string };
    page = await portal().openAs(user, `/batches/${batch_id}`);
    await page.getByLabel('Every person in this file has agreed', { exact: false }).check();
    await page.getByLabel('I approve the charge', { exact: false }).check();
    await pressLeads(button(/^Start 3 checks$/), ofPage());
    await pressLeads(button('Pause'), ofPage());
    await pressLeads(button('Resume'), ofPage());
  });

  it('is at the heading of its part where there is one', async () => {
    page = await portal().openAs(user, '/account');
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pngOf({ width: 90, height: 30 }) });
    await pressLeads(button('Remove'), page.getByRole('heading', { name: 'Logo on reports' }));
  });

  it('is at the heading of a list that has no more and whose filters are gone', async () => {
    for (let index = 0; index < 30; index += 1) {
      await buildVerification(portal().service.db, { clientId: user.clientId });
    }
    page = await portal().openAs(user, '/checks');
    await pressLeads(button('Show more: History of checks'), ofPage());
    await page.getByLabel('State').selectOption('In progress');
    await pressLeads(button('Save this view'), ofPage());
    await pressLeads(button('Clear'), ofPage());
  });

  it('is at the heading that says what has come of an invitation', async () => {
    page = await portal().open();
    await page.route('**/invitations/lookup', (route) =>
      route.fulfill({
        json: { client_name: 'Acme', email: 'ada@example.test', role: 'viewer', name: null },
      }),
    );
    await page.route('**/invitations/accept', (route) => route.fulfill({ status: 201, json: {} }));
    await page.goto(`/invitation#${'A'.repeat(43)}`);
    for (const label of ['New password', 'New password again']) {
      await page.getByLabel(label, { exact: true }).fill('correct horse battery staple');
    }
    await pressLeads(button('Join'), page.getByRole('heading', { name: 'Welcome' }));
  });

  it('stays, and is told so, where a link is on its way or a session has ended', async () => {
    page = await portal().open();
    await page.route('**/password-resets', (route) => route.fulfill({ status: 202, json: {} }));
    await page.goto('/forgot-password');
    await page.getByLabel('E-mail address').fill(user.email);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'an e-mail is on its way' }).waitFor();
    await page.context().close();
    page = await portal().openAs(user, '/wallet');
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'Your session has ended.' }).waitFor();
    expect(await page.getByLabel('E-mail address').evaluate((field) => field.matches(':focus'))).to.equal(
      true,
    );
  });
});
