import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { TestClient } from '../../support/http/client.js';
import { usePortal } from '../support/portal.js';

// Each form was opened before a colleague changed the same thing.
describe('a form that is out of date', function () {
  this.timeout(120_000);

  const portal = usePortal({ workers: 0 });
  let page: Page;
  afterEach(() => page.context().close());

  describe('of a client', () => {
    let admin: TestClient;
    let path: string;
    beforeEach(async () => {
      const { accounts } = portal();
      admin = await accounts.signIn(await accounts.createStaff('admin'));
      const added = await admin.post('/api/v1/admin/clients', {
        name: 'Synthetic Lettings',
        retention_days: 30,
      });
      path = `/api/v1/admin/clients/${(added.body as { client_id: string }).client_id}`;
      page = await portal().openAs(await accounts.createStaff('admin'), path.replace('/api/v1/admin', ''));
      await page.getByLabel('Retention in days').waitFor();
    });

    const change = async (body: object) =>
      expect((await admin.send('PATCH', path, { json: body })).status).to.equal(200);
    const client = async () => (await admin.get(path)).body;

    it('still asks whether to suspend when a colleague has done so, instead of offering the opposite', async () => {
      await page.getByRole('button', { name: 'Suspend', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Its users are signed out', { exact: false }).waitFor();
      await change({ suspended: true });
      // As when the page is looked at again some seconds later.
      await page.clock.install();
      await page.clock.fastForward('00:30');
      await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
      await page.getByText('Suspended: none of its users can sign in').waitFor();
      await dialog.getByRole('button', { name: 'Suspend', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await client()).to.include({ suspended: true });
    });

    it('does not turn a retention on again that a colleague has turned off', async () => {
      await change({ retention_days: null });
      // Saving anything loads the client again, but not what the form shows.
      await page.getByLabel('Credits per day').fill('500');
      await page.getByRole('button', { name: 'Set the limits' }).click();
      await page.getByText('The change applies from now on.').waitFor();
      await page.getByLabel('Name', { exact: true }).fill('Synthetic Homes');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Synthetic Homes' }).waitFor();
      expect(await client()).to.include({ name: 'Synthetic Homes', retention_days: null });
      expect(await page.getByLabel('Retention in days').inputValue(), 'what is now saved').to.equal('');
    });

    it('does not remove a spending limit that a colleague has set', async () => {
      await change({ limits: { per_month: 9_000 } });
      await page.getByLabel('Credits per day').fill('500');
      await page.getByRole('button', { name: 'Set the limits' }).click();
      await page.getByText('The change applies from now on.').waitFor();
      expect(await client())
        .to.have.property('limits')
        .that.deep.equals({ per_day: 500, per_month: 9_000 });
      expect(await page.getByLabel('Credits per month').inputValue(), 'what is now saved').to.equal('9000');
    });
  });

  it('of an API key does not give back what a colleague has taken from it', async () => {
    const { accounts } = portal();
    const user = await accounts.createClientUser({ credits: 100 });
    const owner = await accounts.signIn(user);
    const made = await owner.post('/api/v1/api-keys', { name: 'Payroll' });
    const { api_key_id } = made.body as { api_key_id: string };
    page = await portal().openAs(user, '/api-keys');
    await page.getByRole('button', { name: 'Change Payroll' }).click();
    const taken = { scopes: ['submit'], allowed_addresses: ['203.0.113.0/24'], limits: { per_day: 10 } };
    expect((await owner.send('PATCH', `/api/v1/api-keys/${api_key_id}`, { json: taken })).status).to.equal(
      200,
    );
    await page.getByLabel('Name').fill('Payroll of the north');
    await page.getByRole('button', { name: 'Change the key' }).click();
    await page.getByText('Key changed').waitFor();
    const { data } = (await owner.get('/api/v1/api-keys')).body as { data: object[] };
    expect(data).to.have.length(1);
    expect(data[0]).to.deep.include({
      ...taken,
      name: 'Payroll of the north',
      limits: { per_day: 10, per_month: null },
    });
  });
});
