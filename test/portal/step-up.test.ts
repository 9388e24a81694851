import type { Page } from 'playwright-core';
import type { TestUser } from '../support/api-accounts.js';
import { signIn, usePortal } from './support/portal.js';

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
    await page.getByText('The balance is 250 credits now.').waitFor();
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
    await page.getByText('You were signed out because nothing was done', { exact: false }).waitFor();
    await signIn(page, admin);
    await letProofsAge(admin);
    await addCredits();
    await question().waitFor();
    await confirmWith(admin.password);
  });
});
