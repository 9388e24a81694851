import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { waitFor } from '../../../harness/wait-for.js';
import { fromPublicId, toPublicId } from '../../../shared/domain/ids.js';
import { usePortal } from '../support/portal.js';

/** More tab stops than any page has before the element looked for. */
const MAX_STOPS = 80;

describe('the portal by keyboard alone', function () {
  this.timeout(180_000);

  const portal = usePortal({ workers: 0, env: { TWO_PEOPLE: 'on', APPROVAL_CREDITS: '10000' } });

  /** Presses Tab until something has the focus, which must be visible at every stop. */
  async function tabTo(page: Page, target: Locator): Promise<void> {
    await target.waitFor();
    let wrapped = false;
    for (let stop = 0; stop < MAX_STOPS; stop += 1) {
      if (await target.evaluate((element) => element.matches(':focus'))) return;
      await page.keyboard.press('Tab');
      // Behind the last stop of a page come the controls of the browser, once.
      const isBehind = await page.evaluate<boolean>('document.activeElement === document.body');
      if (isBehind && !wrapped) {
        wrapped = true;
        continue;
      }
      const seen = await page.evaluate<boolean>(
        `(({ outlineStyle, boxShadow, borderColor }) =>
           document.activeElement.matches(':focus-visible') &&
           (outlineStyle !== 'none' || boxShadow !== 'none' || document.activeElement.matches('input')))
         (getComputedStyle(document.activeElement))`,
      );
      expect(seen, `stop ${stop} on ${page.url()} is seen`).to.equal(true);
    }
    throw new Error(`The keyboard does not come to ${String(target)}`);
  }

  async function press(page: Page, target: Locator): Promise<void> {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  }

  async function type(page: Page, label: string, text: string): Promise<void> {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }

  it('leads from the sign-in to a finished approval, with the proof that is asked for on the way', async () => {
    const { clientId } = await portal().accounts.createClientUser();
    const [one, two] = [
      await portal().accounts.createStaff('admin'),
      await portal().accounts.createStaff('admin'),
    ];
    const { service, accounts } = portal();
    const proposer = service.api.client.withToken(await accounts.login(one));
    const path = `/api/v1/admin/clients/${toPublicId('client', clientId)}/credits`;
    const move = { amount: 20_000, note: 'Order 4711', idempotency_key: 'by-keyboard' };
    expect((await proposer.post(path, move)).status).to.equal(202);

    const page = await portal().open();
    await page.goto('/');
    await type(page, 'E-mail address', two.email);
    await type(page, 'Password', two.password);
    await page.keyboard.press('Enter');
    await press(page, page.getByRole('link', { name: 'Approvals' }).first());
    await page.getByText('Order 4711').waitFor();
    await service.db.query(
      `UPDATE sessions SET password_at = password_at - interval '30 minutes' WHERE user_id = $1`,
      [fromPublicId('user', two.publicId)],
    );
    await press(page, page.getByRole('button', { name: /Approve: Add/ }));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }));
    await type(page, 'Your password', two.password);
    await page.keyboard.press('Enter');
    await page.getByText('Nothing waits').waitFor();
    const [wallet] = await service.db.query<{ balance: number }>(
      'SELECT balance FROM wallets WHERE client_id = $1',
      [clientId],
    );
    expect(wallet?.balance).to.be.at.least(20_000);
    expect(portal().complaints).to.deep.equal([]);
    await page.context().close();
  });

  it('comes back from a dialog to the button that opened it', async () => {
    const { accounts } = portal();
    const page = await portal().openAs(await accounts.createStaff('admin'), '/staff');
    const opener = page.getByRole('button', { name: 'New member of staff' });
    await press(page, opener);
    await page.getByRole('dialog').getByLabel('E-mail address').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await waitFor(() => opener.evaluate((element) => element.matches(':focus')), {
      describe: 'the button has the focus',
    });
    await page.context().close();
  });

  it('closes what it opened above a dialog with Escape, and not the dialog with what is typed in it', async () => {
    const page = await portal().open();
    await page.clock.install();
    await portal().signInBehind(page, await portal().accounts.createClientUser());
    await page.goto('/webhooks');
    await page.getByRole('button', { name: 'New webhook' }).click();
    const address = page.getByRole('dialog', { name: 'New webhook' }).getByLabel('Address');
    await address.fill('https://hooks.example.test/checks');
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Go to' });
    await palette.getByRole('combobox').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    expect(await address.inputValue()).to.equal('https://hooks.example.test/checks');
    // Whether somebody is there is asked above it, too.
    await page.clock.runFor('14:05');
    await page.getByRole('button', { name: 'Stay signed in' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Are you still there?' }).waitFor({ state: 'detached' });
    expect(await address.inputValue()).to.equal('https://hooks.example.test/checks');
    await page.context().close();
  });

  it('sees which page is marked, however far down the list it is', async () => {
    const page = await portal().openAs(await portal().accounts.createClientUser(), '/', {
      viewport: { width: 1366, height: 640 },
    });
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('c');
    const options = page.getByRole('option');
    const inSight = `(({ top, bottom }, seen) => top >= seen.top - 1 && bottom <= seen.bottom + 1)(
      document.querySelector('[role="option"][aria-selected="true"]').getBoundingClientRect(),
      document.querySelector('[role="listbox"]').getBoundingClientRect())`;
    await options.nth(8).waitFor();
    // Up from the first is the last.
    for (const key of ['ArrowUp', 'ArrowDown', ...Array.from({ length: 9 }, () => 'ArrowDown')]) {
      await page.keyboard.press(key);
      expect(await page.evaluate(inSight), `after ${key}`).to.equal(true);
    }
    await page.context().close();
  });

  it('opens nothing at the key that ends the composition of an input method', async () => {
    const page = await portal().openAs(await portal().accounts.createClientUser());
    await page.keyboard.press('Control+k');
    const field = page.getByRole('dialog').getByRole('combobox');
    await field.fill('wallet');
    await page.getByRole('option', { name: 'Wallet' }).waitFor();
    await page.evaluate(
      "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }))",
    );
    await field.waitFor();
    expect(new URL(page.url()).pathname).to.equal('/');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/wallet');
    await page.context().close();
  });
});
