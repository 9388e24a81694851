import { expect } from 'chai';
import type { Dialog, Page } from 'playwright-core';
import { totpCode } from '../../support/accounts/totp.js';
import { usePortal } from '../support/portal.js';

describe('a secret that is shown once', function () {
  this.timeout(120_000);

  const portal = usePortal({ workers: 0 });
  let page: Page;
  /** What the browser asked before it left the page. */
  let asked: string[];
  beforeEach(async () => {
    page = await portal().openAs(await portal().accounts.createClientUser(), '/wallet');
    await page.getByRole('link', { name: 'API keys' }).click();
    asked = [];
    page.on('dialog', (dialog: Dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
  });
  afterEach(() => page.context().close());

  /** Asks for a key, whose answer comes when the returned function is called. */
  async function askForKey(): Promise<() => void> {
    let answer = () => {};
    const awaited = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/v1/api-keys', async (route) => {
      if (route.request().method() === 'POST') await awaited;
      await route.continue();
    });
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Payroll');
    await page.getByRole('button', { name: 'Make the key' }).click();
    return answer;
  }

  /** Back, as the browser's own button does it: whether the page follows is seen afterwards. */
  const goBack = () => page.evaluate('history.back()');

  it('is not lost by Back, neither on its way nor before it was stored', async () => {
    const answer = await askForKey();
    await goBack();
    await page.waitForURL('**/api-keys');
    answer();
    await page.getByTestId('secret').waitFor();
    await goBack();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Webhooks');
    await page.getByRole('option', { name: 'Webhooks' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox').waitFor({ state: 'detached' });
    expect(await page.getByTestId('secret').innerText()).to.match(/^vk_/);
    // As on a page without https: whoever believes to have it stores nothing.
    await page.evaluate('delete Navigator.prototype.clipboard');
    await page.getByRole('button', { name: 'Copy API key' }).click();
    await page.getByText('Not copied', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).to.equal('/api-keys');
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await goBack();
    await page.waitForURL('**/wallet');
    expect(asked).to.deep.equal([]);
  });

  it('is said to be copied once, inside its dialog: what changes outside one is not read out', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const answer = await askForKey();
    answer();
    await page.getByTestId('secret').waitFor();
    const copy = page.getByRole('button', { name: 'Copy API key' });
    await copy.click();
    await page.getByRole('dialog').getByRole('status').filter({ hasText: 'Copied' }).waitFor();
    expect(await page.locator('[role=status]').filter({ hasText: 'Copied' }).count()).to.equal(1);
    // Its name stays: a change of it would be read out, too.
    expect(await copy.count()).to.equal(1);
    await page.getByRole('button', { name: 'I have stored it' }).click();
  });

  it('is asked about by the browser before a reload, but not once it was stored', async () => {
    const answer = await askForKey();
    answer();
    await page.getByTestId('secret').waitFor();
    const question = page.waitForEvent('dialog');
    await page.evaluate('location.reload()');
    await question;
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.reload();
    await page.getByText('Payroll').waitFor();
    expect(asked).to.deep.equal(['beforeunload']);
  });

  it('is not lost with its dialog, which stays until an app is confirmed', async () => {
    await page.goto('/account');
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const secret = (await page.getByTestId('totp-secret').textContent()) ?? '';
    let answer = () => {};
    const awaited = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/totp/confirm', async (route) => {
      await awaited;
      await route.continue();
    });
    const code = page.getByLabel('Code that the app shows');
    await code.fill('000000');
    const asked = page.waitForRequest('**/totp/confirm');
    await page.keyboard.press('Enter');
    await asked;
    await page.keyboard.press('Escape');
    answer();
    // Closed, it would not say that the code was wrong.
    await code.and(page.locator('[aria-invalid="true"]')).waitFor();
    await code.fill(totpCode(secret));
    await page.keyboard.press('Enter');
    await page.getByTestId('recovery-code').first().waitFor();
  });
});
