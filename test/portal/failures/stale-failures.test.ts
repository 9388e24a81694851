import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { usePortal } from '../support/portal.js';

describe('what failed in a dialog', function () {
  this.timeout(120_000);

  const portal = usePortal({ workers: 0 });
  let page: Page;
  afterEach(() => page.context().close());

  it('is not said of the next key that is to be revoked', async () => {
    const user = await portal().accounts.createClientUser();
    const client = await portal().accounts.signIn(user);
    for (const name of ['Payroll', 'Leases']) await client.post('/api/v1/api-keys', { name });
    page = await portal().openAs(user, '/api-keys');
    await page.route('**/api-keys/*', (route) => route.abort());
    await page.getByRole('button', { name: 'Revoke Payroll' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Revoke Leases' }).click();
    await dialog.getByText('Leases').waitFor();
    expect(await dialog.getByRole('alert').count()).to.equal(0);
  });

  it('is not said of the next key that is to be made', async () => {
    page = await portal().openAs(await portal().accounts.createClientUser(), '/api-keys');
    await page.route('**/api-keys', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    const opener = page.getByRole('button', { name: 'New key' });
    await opener.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Payroll');
    await dialog.getByRole('button', { name: 'Make the key' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await opener.click();
    await dialog.getByLabel('Name').waitFor();
    expect(await dialog.getByRole('alert').count()).to.equal(0);
  });

  it('is not said of another secret for the app', async () => {
    page = await portal().openAs(await portal().accounts.createClientUser(), '/account');
    const opener = page.getByRole('button', { name: 'Set up an authenticator app' });
    await opener.click();
    const code = page.getByLabel('Code that the app shows');
    await code.fill('000000');
    await page.keyboard.press('Enter');
    await code.and(page.locator('[aria-invalid="true"]')).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await opener.click();
    await code.waitFor();
    expect(await code.inputValue()).to.equal('');
    expect(await code.getAttribute('aria-invalid')).not.to.equal('true');
  });
});
