import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { totpCode } from '../../support/accounts/totp.js';
import { openWithAuthenticator } from '../support/authenticator.js';
import { signIn, usePortal } from '../support/portal.js';
import { withoutAnswer } from '../support/without-answer.js';

const COUNT_PASSKEYS = `
  window.passkeysMade = 0;
  const create = navigator.credentials.create.bind(navigator.credentials);
  navigator.credentials.create = (options) => (window.passkeysMade++, create(options));`;

describe('a second factor whose set-up was not answered', function () {
  this.timeout(120_000);

  const portal = usePortal({ workers: 0 });
  let page: Page;
  afterEach(() => page.context().close());

  const click = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const shown = (words: string) => page.getByText(words, { exact: false }).first().waitFor();

  it('is the passkey that is on the device, however often it is tried, and is in the list', async () => {
    const user = await portal().accounts.createClientUser();
    page = await openWithAuthenticator(portal());
    await page.addInitScript(COUNT_PASSKEYS);
    await page.goto('/account');
    await signIn(page, user);
    await click('Set up a passkey');
    await withoutAnswer(page, '**/passkeys/confirm', () => click('Create the passkey'));
    await shown('It may have been set up');
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const refused = page.waitForResponse('**/passkeys/confirm');
      await click('Create the passkey');
      expect((await refused).status()).to.equal(409);
      await shown('This is already set up');
    }
    // Another would take the place of the one that the service knows: devices keep one for each account.
    expect(await page.evaluate('window.passkeysMade')).to.equal(1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Remove Passkey, set up/ }).waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await click('Use a passkey');
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
  });

  it('lets in whoever had to set one up', async () => {
    const { accounts } = portal();
    const user = await accounts.createClientUser();
    page = await portal().openAs(user);
    const owner = await accounts.signIn(user);
    await owner.send('PATCH', '/api/v1/team/settings', { json: { require_second_factor: true } });
    await page.goto('/account');
    await click('Set up an authenticator app');
    const secret = (await page.getByTestId('totp-secret').textContent()) ?? '';
    await page.getByLabel('Code that the app shows').fill(totpCode(secret));
    await withoutAnswer(page, '**/totp/confirm', () => click('Confirm'));
    await shown('It may have been set up');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.getByRole('button', { name: /^Remove Authenticator app, set up/ }).waitFor();
  });
});
