import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { signIn, usePortal } from '../support/portal.js';

describe('a form kept over the end of a session', function () {
  this.timeout(120_000);

  const portal = usePortal({ workers: 0 });
  let page: Page;
  afterEach(() => page.context().close());

  const sessionEnds = () => page.getByText('Your session has ended.', { exact: false }).waitFor();

  it('moves credits once, although the first answer was lost together with the session', async () => {
    const { accounts } = portal();
    const { clientId } = await accounts.createClientUser({ credits: 0 });
    const admin = await accounts.createStaff('admin');
    page = await portal().openAs(admin, '/clients');
    await page.getByRole('row').filter({ hasText: 'Active' }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Add or take credits' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Credits', { exact: true }).fill('250');
    await dialog.getByLabel('Note').fill('First order');
    await page.route('**/credits', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await dialog.getByRole('button', { name: 'Add credits' }).click();
    await dialog.getByRole('alert').waitFor();
    await page.unroute('**/credits');
    await page.context().clearCookies();
    await dialog.getByRole('button', { name: 'Add credits' }).click();
    await sessionEnds();
    await signIn(page, admin);
    await dialog.getByRole('button', { name: 'Add credits' }).click();
    await page.getByText('The balance is now 250 credits.').waitFor();
    const moved = await portal().service.db.query('SELECT FROM wallet_entries WHERE client_id = $1', [
      clientId,
    ]);
    expect(moved).to.have.length(1);
  });

  it('moves credits once, although the dialog was closed when no answer came, and says what became of it', async () => {
    const { accounts } = portal();
    const { clientId } = await accounts.createClientUser({ credits: 0, client: { name: 'Unanswered' } });
    page = await portal().openAs(await accounts.createStaff('admin'), '/clients');
    await page.getByRole('link', { name: 'Unanswered' }).click();
    const open = page.getByRole('button', { name: 'Add or take credits' });
    await open.click();
    const dialog = page.getByRole('dialog');
    const amount = dialog.getByLabel('Credits', { exact: true });
    await amount.fill('250');
    await dialog.getByLabel('Note').fill('First order');
    await page.route('**/credits', async (route) => {
      await route.fetch();
      await route.abort();
    });
    const add = dialog.getByRole('button', { name: 'Add credits' });
    await add.click();
    await dialog.getByRole('alert').waitFor();
    await page.unroute('**/credits');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await open.click();
    await dialog.getByText('it may have been done', { exact: false }).waitFor();
    expect(await amount.inputValue()).to.equal('250');
    await amount.fill('300');
    await add.click();
    await dialog.getByText('What you sent before has been recorded', { exact: false }).waitFor();
    const moved = () =>
      portal().service.db.query('SELECT balance_delta FROM wallet_entries WHERE client_id = $1', [clientId]);
    expect(await moved()).to.have.length(1);
    await add.click();
    await page.getByText('The balance is now 550 credits.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await open.click();
    expect(await amount.inputValue()).to.equal('');
  });

  it('changes of an API key what was typed, and nothing that a colleague has changed meanwhile', async () => {
    const { accounts } = portal();
    const user = await accounts.createClientUser();
    const owner = await accounts.signIn(user);
    const { api_key_id } = (await owner.post('/api/v1/api-keys', { name: 'Payroll' })).body as {
      api_key_id: string;
    };
    page = await portal().openAs(user, '/api-keys');
    await page.getByRole('button', { name: 'Change Payroll' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Payroll of the north');
    await page.context().clearCookies();
    await dialog.getByRole('button', { name: 'Change the key' }).click();
    await sessionEnds();
    const json = { scopes: ['submit'] };
    await owner.send('PATCH', `/api/v1/api-keys/${api_key_id}`, { json });
    await signIn(page, user);
    await dialog.getByRole('button', { name: 'Change the key' }).click();
    await page.getByText('Key changed').waitFor();
    const { data } = (await owner.get('/api/v1/api-keys')).body as { data: object[] };
    expect(data[0]).to.deep.include({ name: 'Payroll of the north', scopes: ['submit'] });
  });
});
