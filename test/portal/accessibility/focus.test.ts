import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { waitFor } from '../../../harness/wait-for.js';
import { toPublicId } from '../../../shared/domain/ids.js';
import { buildVerification } from '../../support/database/factories.js';
import { usePortal } from '../support/portal.js';

describe('where the focus is, and what a screen reader says', function () {
  this.timeout(120_000);

  const portal = usePortal({ workers: 0 });
  let page: Page;
  afterEach(() => page.context().close());

  const hasFocus = (target: Locator) =>
    waitFor(() => target.evaluate((element) => element.matches(':focus')), {
      describe: `${String(target)} has the focus`,
    });

  async function press(target: Locator): Promise<void> {
    await target.focus();
    await page.keyboard.press('Enter');
  }

  /** What is in the place that screen readers read out. */
  const told = (words: string) =>
    page
      .getByRole('status')
      .and(page.getByText(words, { exact: true }))
      .waitFor();

  async function openHistory(rows: number): Promise<void> {
    const user = await portal().accounts.createClientUser();
    for (let index = 0; index < rows; index += 1) {
      await buildVerification(portal().service.db, { clientId: user.clientId });
    }
    page = await portal().openAs(user, '/checks');
    await page.getByRole('table', { name: 'History of checks' }).waitFor();
  }

  it('stays at a button whose request was refused', async () => {
    const { accounts } = portal();
    const user = await accounts.createClientUser();
    page = await portal().openAs(user, '/team');
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    await page.getByLabel('E-mail address').fill(user.email);
    const send = page.getByRole('button', { name: 'Send the invitation' });
    await press(send);
    await page.getByText('already has this e-mail address').waitFor();
    await hasFocus(send);
  });

  it('comes back to the button of a dialog that a request had to open', async () => {
    page = await portal().openAs(await portal().accounts.createClientUser(), '/account');
    const opener = page.getByRole('button', { name: 'Set up an authenticator app' });
    await press(opener);
    await page
      .getByRole('dialog')
      .getByLabel('Code that the app shows')
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await hasFocus(opener);
  });

  it('comes back to the button of a question that something had to be counted for', async () => {
    const { accounts } = portal();
    const { clientId } = await accounts.createClientUser();
    const { subject } = await buildVerification(portal().service.db, { clientId, status: 'completed' });
    page = await portal().openAs(
      await accounts.createStaff('admin'),
      `/clients/${toPublicId('client', clientId)}`,
    );
    await page.getByLabel('Subject').fill(subject);
    await page.getByLabel('Reason').fill('Request of 1 September, ticket 4711');
    const opener = page.getByRole('button', { name: 'Erase…' });
    await press(opener);
    const dialog = page.getByRole('dialog');
    await hasFocus(dialog.getByRole('button', { name: 'Cancel' }));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await hasFocus(opener);
    await press(opener);
    await page.route('**/personal-data/erasures', (route) => route.abort());
    await press(dialog.getByRole('button', { name: 'Erase for good' }));
    await dialog.waitFor({ state: 'detached' });
    await hasFocus(opener);
  });

  it('is on the page still once its button has signed out everywhere else, and gone', async () => {
    const user = await portal().accounts.createClientUser();
    await portal().accounts.login(user);
    page = await portal().openAs(user, '/account');
    await press(page.getByRole('button', { name: 'Sign out everywhere else' }));
    await page.getByRole('alert').filter({ hasText: 'Only this session is left.' }).waitFor();
    await page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor({ state: 'detached' });
    await hasFocus(page.getByRole('heading', { level: 1 }));
  });

  it('is at the heading over a row that has gone with its button', async () => {
    const user = await portal().accounts.createClientUser();
    const client = await portal().accounts.signIn(user);
    for (const name of ['Ada', 'Ben']) {
      const email = `${name.toLowerCase()}-${user.email}`;
      await client.post('/api/v1/team/invitations', { email, name, role: 'viewer' });
    }
    page = await portal().openAs(user, '/team');
    const invited = page.getByRole('heading', { name: 'Invited' });
    for (const name of ['ada', 'ben']) {
      const withdraw = page.getByRole('button', { name: `Withdraw the invitation of ${name}` });
      await press(withdraw);
      await withdraw.waitFor({ state: 'detached' });
      await hasFocus(invited);
    }
  });

  it('is at the heading over a row whose dialog has done away with its button', async () => {
    const user = await portal().accounts.createClientUser();
    const client = await portal().accounts.signIn(user);
    await client.post('/api/v1/api-keys', { name: 'Payroll' });
    page = await portal().openAs(user, '/api-keys');
    const opener = page.getByRole('button', { name: 'Revoke Payroll' });
    await press(opener);
    await press(page.getByRole('dialog').getByRole('button', { name: 'Revoke' }));
    await opener.waitFor({ state: 'detached' });
    await hasFocus(page.getByRole('heading', { level: 1 }));
  });

  it('stays in the field of a search, whose rows are read out', async () => {
    await openHistory(2);
    const subject = page.getByLabel('Subject');
    await subject.fill('0071');
    await page.keyboard.press('Enter');
    await told('2 rows');
    await hasFocus(subject);
    await subject.fill('9999');
    await page.keyboard.press('Enter');
    await told('Nothing found');
    await hasFocus(subject);
    await page.getByRole('button', { name: 'Clear' }).click();
    await waitFor(async () => (await subject.inputValue()) === '', { describe: 'the field is empty' });
  });

  it('hears of the rows that a list has grown by', async () => {
    await openHistory(30);
    await press(page.getByRole('button', { name: 'Show more: History of checks' }));
    await told('30 rows');
  });

  it('is at the heading of the page that a link of the page before leads to', async () => {
    await openHistory(1);
    await press(page.getByRole('row').nth(1).getByRole('link'));
    await page.waitForURL(/\/checks\/ver_/);
    await hasFocus(page.getByRole('heading', { level: 1 }));
  });

  it('stays on a link of the menu, and the page is read out', async () => {
    await openHistory(1);
    const link = page.getByRole('link', { name: 'Wallet', exact: true }).first();
    await press(link);
    await told('Wallet');
    await hasFocus(link);
  });

  it('is on the page again once a secret has been stored', async () => {
    page = await portal().openAs(await portal().accounts.createClientUser(), '/api-keys');
    await press(page.getByRole('button', { name: 'New key' }));
    await page.getByLabel('Name').fill('Payroll');
    await page.keyboard.press('Enter');
    const stored = page.getByRole('button', { name: 'I have stored it' });
    await stored.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await hasFocus(page.getByRole('heading', { level: 1 }));
  });

  it('comes to what shows a password', async () => {
    page = await portal().open();
    await page.goto('/');
    await page.getByLabel('Password', { exact: true }).fill('a few unrelated words');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('input[type="text"][autocomplete="current-password"]').waitFor();
  });

  it('is left to the browser where a document begins', async () => {
    await openHistory(1);
    expect(await page.evaluate<string>('document.activeElement.tagName')).to.equal('BODY');
  });
});
