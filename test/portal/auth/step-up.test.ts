import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { TEST_PASSWORD, type TestUser } from '../../support/accounts/api-accounts.js';
import { totpCode } from '../../support/accounts/totp.js';
import { signIn, usePortal } from '../support/portal.js';

describe('a fresh proof of identity in the portal', function () {
  this.timeout(90_000);

  const portal = usePortal({ workers: 0 });
  let page: Page;
  afterEach(() => page.context().close());

  const question = () => page.getByRole('dialog', { name: 'Confirm that it is you' });

  /** The proof of the sign-in is too old by now. */
  function letProofsAge({ id }: Pick<TestUser, 'id'>) {
    return portal().service.db.query(
      `UPDATE sessions SET password_at = now() - interval '11 minutes' WHERE user_id = $1`,
      [id],
    );
  }

  /** Opens the dialog of credits as this admin, and sends it when their proof is too old. */
  async function askToAddCredits(admin: TestUser, client: string): Promise<void> {
    await portal().accounts.createClientUser({ credits: 0, client: { name: client } });
    page = await portal().openAs(admin, '/clients');
    await page.getByRole('link', { name: client }).click();
    await page.getByRole('button', { name: 'Add or take credits' }).click();
    await page.getByLabel('Credits', { exact: true }).fill('250');
    await page.getByLabel('Note').fill('First order');
    await letProofsAge(admin);
    await addCredits();
    await question().waitFor();
  }

  const addCredits = () => page.getByRole('button', { name: 'Add credits', exact: true }).click();

  async function confirmWith(password: string): Promise<void> {
    await question().getByLabel('Your password').fill(password);
    await question().getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The balance is now 250 credits.').waitFor();
  }

  it('takes a password that begins or ends with a blank as it is', async () => {
    const { accounts } = portal();
    const admin = { ...(await accounts.createStaff('admin')) };
    const caller = await accounts.signIn(admin);
    const passwords = { current_password: admin.password, new_password: ' blanks at both ends ' };
    await caller.post('/api/v1/me/password', passwords);
    admin.password = passwords.new_password;
    await askToAddCredits(admin, 'Synthetic Blanks');
    await confirmWith(admin.password);
  });

  it('is asked for again, although the session ended while it was asked for', async () => {
    const admin = await portal().accounts.createStaff('admin');
    await askToAddCredits(admin, 'Synthetic Interruptions');
    // As the portal's own clock does it after a quarter of an hour.
    await page.evaluate("new BroadcastChannel('session').postMessage('idle')");
    await page.getByText('You were signed out after 15 minutes', { exact: false }).waitFor();
    await signIn(page, admin);
    await letProofsAge(admin);
    await addCredits();
    await question().waitFor();
    await confirmWith(admin.password);
  });

  /** Asks for an authenticator app, by keyboard, as an admin whose proof is too old. */
  async function askToSetUpApp(): Promise<Locator> {
    const admin = await portal().accounts.createStaff('admin');
    page = await portal().open();
    await page.clock.install();
    await portal().signInBehind(page, admin);
    await page.goto('/account');
    const opener = page.getByRole('button', { name: 'Set up an authenticator app' });
    await opener.waitFor();
    await letProofsAge(admin);
    await opener.focus();
    await page.keyboard.press('Enter');
    await question().getByLabel('Your password').and(page.locator(':focus')).waitFor();
    return opener;
  }

  it('gives the focus back to the button that it was asked for', async () => {
    const opener = await askToSetUpApp();
    await page.keyboard.press('Escape');
    await question().waitFor({ state: 'detached' });
    await opener.and(page.locator(':focus')).waitFor();
  });

  it('has the dialog that it was asked for give the focus back, too', async () => {
    const opener = await askToSetUpApp();
    await page.keyboard.type(TEST_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code that the app shows').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await opener.and(page.locator(':focus')).waitFor();
  });

  it('does not hide the question whether somebody is still there', async () => {
    await askToSetUpApp();
    await page.clock.runFor('14:05');
    // In sight, or the click would wait for it in vain.
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await question().getByLabel('Your password').and(page.locator(':focus')).waitFor();
  });

  it('says what was wrong with one proof of that one only', async () => {
    const user = await portal().accounts.createClientUser();
    const caller = await portal().accounts.signIn(user);
    const { secret, challenge } = (await caller.post('/api/v1/me/second-factor/totp')).body;
    await caller.post('/api/v1/me/second-factor/totp/confirm', { challenge, totp: totpCode(secret) });
    page = await portal().open();
    await page.goto('/');
    await page.getByLabel('E-mail address').fill(user.email);
    await page.getByLabel('Password', { exact: true }).fill(user.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Code from your app').fill('000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await page.getByLabel('Recovery code').and(page.locator(':focus')).waitFor();
    expect(await page.getByRole('alert').count()).to.equal(0);
  });
});
