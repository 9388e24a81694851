import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { usePortal } from '../support/portal.js';

describe('a form that is sent with a fault', function () {
  this.timeout(90_000);

  const portal = usePortal({ workers: 0 });
  let page: Page;
  afterEach(() => page.context().close());

  const dialog = () => page.getByRole('dialog');
  const takesFocus = (field: Locator) => field.and(page.locator(':focus')).waitFor();

  /** Opens a form as an owner on a phone, where a long dialog is longer than the screen. */
  async function open(path: string, opener: string): Promise<TestUser> {
    const owner = await portal().accounts.createClientUser();
    page = await portal().openAs(owner, path, { viewport: { width: 390, height: 700 } });
    await page.getByRole('button', { name: opener }).click();
    await dialog().waitFor();
    return owner;
  }

  it('leads to the field, which had scrolled out of sight', async () => {
    await open('/api-keys', 'New key');
    await dialog().getByLabel('Last day (optional)').focus();
    await dialog().getByRole('button', { name: 'Create the key' }).click();
    const name = dialog().getByLabel('Name');
    await takesFocus(name);
    // Scrolled to, or the click would wait for it in vain.
    await name.click({ trial: true });
    // The fault does not appear again: it is still there.
    await dialog().getByRole('button', { name: 'Create the key' }).click();
    await takesFocus(name);
  });

  it('leads to the field in which the API found the fault', async () => {
    await open('/api-keys', 'New key');
    await dialog().getByLabel('Name').fill('Payroll');
    const addresses = dialog().getByLabel('Allowed addresses (optional)');
    await addresses.fill('10.0.0.1/8');
    await dialog().getByRole('button', { name: 'Create the key' }).click();
    await takesFocus(addresses);
  });

  it('leads to the limit in which the API found the fault, and says it only there', async () => {
    await open('/api-keys', 'New key');
    await dialog().getByLabel('Name').fill('Payroll');
    const month = dialog().getByLabel('Credits per month');
    await month.fill('9999999999');
    await dialog().getByRole('button', { name: 'Create the key' }).click();
    await takesFocus(month);
    expect(await dialog().getByText('Must be from 0 to', { exact: false }).count()).to.equal(1);
    expect(await dialog().getByRole('alert').count()).to.equal(0);
  });

  it('leads there also where a fresh proof of identity was asked for before', async () => {
    const { id, password } = await open('/api-keys', 'New key');
    await portal().service.db.query(
      `UPDATE sessions SET password_at = now() - interval '11 minutes' WHERE user_id = $1`,
      [id],
    );
    await dialog().getByLabel('Name').fill('Payroll');
    const addresses = page.getByLabel('Allowed addresses (optional)');
    await addresses.fill('10.0.0.1/8');
    await dialog().getByRole('button', { name: 'Create the key' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await question.getByLabel('Your password').fill(password);
    await question.getByRole('button', { name: 'Confirm' }).click();
    await takesFocus(addresses);
  });

  it('leads to the first of several boxes that have the fault together', async () => {
    await open('/webhooks', 'New webhook');
    await dialog().getByLabel('Address').fill('https://hooks.example.test/checks');
    const boxes = dialog().getByRole('checkbox');
    for (const box of await boxes.all()) await box.uncheck();
    await dialog().getByRole('button', { name: 'Create the webhook' }).click();
    await takesFocus(boxes.first());
  });

  it('leaves alone whoever has gone on to another field before the answer', async () => {
    await open('/api-keys', 'New key');
    const name = dialog().getByLabel('Name');
    await name.fill('Payroll');
    await dialog().getByLabel('Allowed addresses (optional)').fill('10.0.0.1/8');
    const answered = page.waitForResponse('**/api/v1/api-keys');
    await page.route('**/api/v1/api-keys', async (route) => {
      await name.focus();
      await route.continue();
    });
    await dialog().getByRole('button', { name: 'Create the key' }).click();
    await answered;
    await dialog().getByText('Every entry must be a network', { exact: false }).waitFor();
    await takesFocus(name);
  });
});
