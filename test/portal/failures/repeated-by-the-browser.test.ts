import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type Relay, startRelay } from '../../../harness/relay.js';
import { toPublicId } from '../../../shared/domain/ids.js';
import { TEST_PASSWORD } from '../../support/accounts/api-accounts.js';
import { buildVerification } from '../../support/database/factories.js';
import { signIn, usePortal } from '../support/portal.js';

/**
 * A browser repeats by itself what it has sent on a connection that it had used before, if that breaks without an
 * answer. Tests that lose answers in the browser cannot see it.
 */
describe('what was done in the portal although its connection broke', function () {
  this.timeout(120_000);

  const portal = usePortal({ workers: 0 });
  let relay: Relay;
  let page: Page;
  /** The beginning of the request whose answer is lost next. */
  let losing: string | undefined;
  before(async () => {
    relay = await startRelay(portal().service.api.url, (cut) => {
      let lost = false;
      return {
        sent: (bytes) => {
          lost = losing !== undefined && bytes.includes(`${losing} `);
          if (lost) losing = undefined;
          return bytes;
        },
        received: (bytes) => {
          if (lost) cut();
          return bytes;
        },
      };
    });
  });
  afterEach(() => page.context().close());
  after(() => relay.close());

  const openAs = async (account: Parameters<typeof signIn>[1], path: string) => {
    page = await portal().open({ baseURL: relay.url });
    await page.goto(path);
    await signIn(page, account);
  };

  const click = (name: string) => page.getByRole('button', { name, exact: true }).click();

  it('is one client, which may have been added', async () => {
    await openAs(await portal().accounts.createStaff('admin'), '/clients');
    await click('New client');
    await page.getByLabel('Name').fill('Acme of the broken connection');
    losing = 'POST /api/v1/admin/clients';
    await click('Add the client');
    await page.getByText('The client may have been added', { exact: false }).waitFor();
    const added = await portal().service.db.query('SELECT FROM clients WHERE name = $1', [
      'Acme of the broken connection',
    ]);
    expect(added).to.have.length(1);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Acme of the broken connection' }).waitFor();
  });

  it('is one webhook, whose secret nobody has seen', async () => {
    const user = await portal().accounts.createClientUser();
    await openAs(user, '/webhooks');
    await click('New webhook');
    await page.getByLabel('Address').fill('https://hooks.example.test/checks');
    losing = 'POST /api/v1/webhooks';
    await click('Create the webhook');
    await page.getByText('nobody has seen its secret', { exact: false }).waitFor();
    const owner = await portal().accounts.signIn(user);
    expect((await owner.get('/api/v1/webhooks')).body.data).to.have.length(1);
  });

  it('is one movement of credits, whose answer the repetition brings', async () => {
    const { clientId } = await portal().accounts.createClientUser();
    const publicId = toPublicId('client', clientId);
    await openAs(await portal().accounts.createStaff('admin'), `/clients/${publicId}`);
    await click('Add or take credits');
    await page.getByLabel('Credits', { exact: true }).fill('500');
    await page.getByLabel('Note').fill('Invoice 17');
    losing = `POST /api/v1/admin/clients/${publicId}/credits`;
    await click('Add credits');
    await page.getByText('Credits added').waitFor();
    const moved = await portal().service.db.query(
      'SELECT FROM wallet_entries WHERE client_id = $1 AND amount = 500',
      [clientId],
    );
    expect(moved).to.have.length(1);
  });

  it('is a new password, although the repetition is only told that the session has ended', async () => {
    await openAs(await portal().accounts.createClientUser(), '/account');
    await page.getByLabel('Current password').fill(TEST_PASSWORD);
    for (const name of ['New password', 'New password again'])
      await page.getByLabel(name, { exact: true }).fill('a new horse battery');
    losing = 'POST /api/v1/me/password';
    await click('Change password');
    await page.getByText('perhaps because your password has changed', { exact: false }).waitFor();
  });

  it('is one case taken, and not two of which nobody knows of the first', async () => {
    const { db } = portal().service;
    const { clientId } = await portal().accounts.createClientUser();
    for (let cases = 0; cases < 2; cases += 1)
      await buildVerification(db, { clientId, status: 'manual_review' });
    const reviewer = await portal().accounts.createStaff('support');
    await openAs(reviewer, '/reviews');
    losing = 'POST /api/v1/support/reviews/take-next';
    await click('Take the next case');
    await page.getByText('A case may have been taken').waitFor();
    const taken = await db.query('SELECT FROM reviews WHERE taken_by = $1', [reviewer.id]);
    expect(taken).to.have.length(1);
  });
});
