import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { toPublicId } from '../../../shared/domain/ids.js';
import { appendAudit } from '../../../shared/evidence/append-audit.js';
import { SERVICES } from '../../../shared/services/index.js';
import { buildClient } from '../../support/database/factories.js';
import { signIn, usePortal } from '../support/portal.js';

describe('the portal of an admin', function () {
  this.timeout(120_000);

  const portal = usePortal({ workers: 0 });
  let page: Page;
  beforeEach(async () => {
    page = await portal().openAs(await portal().accounts.createStaff('admin'), '/clients');
  });
  afterEach(() => page.context().close());

  async function addClient(name: string): Promise<void> {
    await page.goto('/clients');
    await page.getByRole('button', { name: 'New client' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Add the client' }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  }

  async function addUser(email: string): Promise<string> {
    await page.getByRole('button', { name: 'New user' }).click();
    await page.getByRole('dialog').getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Create the account' }).click();
    const password = await page.getByTestId('secret').innerText();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    return password;
  }

  it('opens a client with credits and a user, who chooses a password and begins', async () => {
    await addClient('Synthetic Lettings');
    const email = 'lettings@example.test';
    const temporary = await addUser(email);
    await page.getByRole('button', { name: 'Add or take credits' }).click();
    await page.getByLabel('Credits', { exact: true }).fill('250');
    await page.getByLabel('Note').fill('First order');
    await page.getByText('Available: 0 now, 250 after.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Add credits' }).click();
    await page.getByRole('cell', { name: 'Top-up' }).waitFor();

    const user = await portal().open();
    await user.goto('/');
    await user.getByLabel('E-mail address').fill(email);
    await user.getByLabel('Password', { exact: true }).fill(temporary);
    await user.getByRole('button', { name: 'Sign in' }).click();
    await user.getByRole('heading', { name: 'Choose your password' }).waitFor();
    await user.getByLabel('Current password').fill(temporary);
    await user.getByLabel('New password', { exact: true }).fill('a password of my own');
    await user.getByLabel('New password again').fill('a password of my own');
    await user.getByRole('button', { name: 'Change password' }).click();
    await user.getByText('Your password has changed.', { exact: false }).waitFor();
    await signIn(user, { email, password: 'a password of my own' });
    await user.getByRole('link', { name: /^Available credits\s*250\s*None reserved$/ }).waitFor();
    await user.context().close();
  });

  it('takes credits back, but never more than are available', async () => {
    await addClient('Synthetic Motors');
    await page.getByRole('button', { name: 'Add or take credits' }).click();
    await page.getByLabel('Credits', { exact: true }).fill('-5');
    await page.getByLabel('Note').fill('Correction');
    await page.getByRole('dialog').getByRole('button', { name: 'Take credits' }).click();
    await page.getByText('5 credits cannot be taken', { exact: false }).waitFor();
  });

  it('says how to write an amount of credits that may also mean another', async () => {
    await addClient('Synthetic Traders');
    await page.getByRole('button', { name: 'Add or take credits' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Credits', { exact: true }).fill('1,000');
    await dialog.getByLabel('Note').fill('First order');
    await dialog.getByRole('button', { name: 'Add credits' }).click();
    await dialog.getByText('without commas or points', { exact: false }).waitFor();
    await dialog.getByLabel('Credits', { exact: true }).fill('1 000');
    await dialog.getByRole('button', { name: 'Add credits' }).click();
    await page.getByRole('cell', { name: '+1 000', exact: true }).waitFor();
  });

  it('suspends a client, whose users are then refused', async () => {
    await addClient('Synthetic Holdings');
    const email = 'holdings@example.test';
    const password = await addUser(email);
    const { client } = portal().service.api;
    expect((await client.post('/api/v1/login', { email, password })).status).to.equal(200);
    await page.getByRole('button', { name: 'Suspend', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click();
    await page.getByText('Suspended: none of its users can sign in').waitFor();
    expect((await client.post('/api/v1/login', { email, password })).status).to.equal(401);
  });

  it('sees what a client did lately, and is not sent to an account manager when its credits run low', async () => {
    const { clientId } = await portal().accounts.createClientUser({ credits: 40 });
    await portal().service.db.query('UPDATE clients SET low_balance_threshold = 50 WHERE id = $1', [
      clientId,
    ]);
    await page.goto(`/clients/${toPublicId('client', clientId)}`);
    await page.getByText('Fewer than 50 credits are available. The client is told too').waitFor();
    expect(await page.getByText('account manager').count()).to.equal(0);
    await page.getByLabel('Low balance').fill('75');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Fewer than 75 credits are available.', { exact: false }).waitFor();
    await page.getByText('Checks in 30 days').waitFor();
    await page.getByText('None in 30 days').waitFor();
  });

  it('sees that a client sends nothing any more, though a hundred others send more', async () => {
    const { db } = portal().service;
    const busy = await Promise.all(Array.from({ length: 101 }, () => buildClient(db)));
    await db.query(
      `INSERT INTO daily_figures (client_id, day, service_code, submitted, completed, credits, reviewed, positive,
         negative, no_record, mixed, rejected, closed)
       SELECT id, (now() AT TIME ZONE 'UTC')::date, 'said_verification', 1, 1, 5, 0, 1, 0, 0, 0, 0, 0
       FROM unnest($1::uuid[]) AS id`,
      [busy.map(({ id }) => id)],
    );
    const { id } = await buildClient(db, { name: 'Synthetic Sleepers' });
    await db.query(`UPDATE clients SET created_at = now() - interval '60 days' WHERE id = $1`, [id]);
    await page.goto('/clients');
    const row = page.getByRole('row').filter({ hasText: 'Synthetic Sleepers' });
    await row.getByText('Dormant').waitFor();
  });

  it('finds a client by a part of its name', async () => {
    await buildClient(portal().service.db, { name: 'Synthetic Weavers' });
    await page.goto('/clients');
    await page.getByLabel('Find').fill('WEAV');
    await page.keyboard.press('Enter');
    await page.getByRole('row').nth(2).waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'Synthetic Weavers' }).waitFor();
    await page.getByLabel('Find').fill('no such name');
    await page.keyboard.press('Enter');
    await page.getByText('No client has this in its name.').waitFor();
  });

  it('changes the settings of a client', async () => {
    await addClient('Synthetic Traders');
    await page.getByLabel('Low balance').fill('75');
    await page.getByLabel('Retention in days').fill('30');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The change applies from now on.').waitFor();
    await page.goto('/clients');
    await page.getByRole('row').filter({ hasText: 'Synthetic Traders' }).getByText('30 days').waitFor();
  });

  it('opens accounts of staff and changes them', async () => {
    await page.getByRole('link', { name: 'Staff' }).click();
    await page.getByRole('button', { name: 'New member of staff' }).click();
    await page.getByRole('dialog').getByLabel('E-mail address').fill('reviewer@example.test');
    await page.getByRole('button', { name: 'Create the account' }).click();
    expect((await page.getByTestId('secret').innerText()).length).to.be.greaterThan(11);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByLabel('Role of reviewer@example.test').selectOption('Auditor');
    const words = 'becomes auditor, who reads accounts, wallets and the audit log, and changes nothing';
    await page.getByRole('dialog').getByText(words).waitFor();
    await page.getByRole('button', { name: 'Change the role' }).click();
    await page.getByText('The account of reviewer@example.test has changed.').waitFor();
    await page.getByRole('button', { name: 'Suspend reviewer@example.test' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click();
    await page.getByRole('button', { name: 'Reactivate reviewer@example.test' }).waitFor();
  });

  it('finds who did what in the audit log', async () => {
    await addClient('Synthetic Audited');
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByLabel('Action', { exact: true }).selectOption('client.created');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('Name: Synthetic Audited').waitFor();
  });

  it('gives colleagues names, by which the audit log calls them, and tells namesakes apart', async () => {
    const [one, two] = [
      await portal().accounts.createStaff('support'),
      await portal().accounts.createStaff('support'),
    ];
    await page.goto('/staff');
    const rename = async (email: string, name: string) => {
      await page.getByRole('button', { name: `Rename ${email}` }).click();
      await page.getByRole('dialog').getByLabel('Name').click();
      await page.keyboard.press('Control+a');
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await page.getByText(`${email} is now called ${name}.`).waitFor();
      await page.getByRole('cell', { name: `${name} ${email}` }).waitFor();
    };
    const name = `Thandi van der Merwe ${one.publicId.slice(-6)}`;
    await rename(one.email, name);
    await page.goto('/audit-log');
    const act = page.getByRole('row').filter({ hasText: 'Changed the name of a person' });
    await act.getByText(name, { exact: true }).waitFor();
    expect(await act.getByText(one.email).count(), 'the name is enough').to.equal(0);
    await page.getByLabel('Person').selectOption(name);
    await page.goto('/staff');
    await rename(two.email, name);
    await page.goto('/audit-log');
    for (const { email } of [one, two]) await act.getByText(`${name} (${email})`).first().waitFor();
  });

  it('reads in the audit log the whole name of what has no id', async () => {
    const act = {
      actor: 'system',
      action: 'reviews.quarantine_started',
      target: 'verifications',
    } as const;
    await portal().service.db.transaction((sql) => appendAudit(sql, act));
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText('verifications', { exact: true }).first().waitFor();
  });

  it('sees how the sources are', async () => {
    await page.getByRole('link', { name: 'Service health' }).click();
    await page.getByRole('table', { name: 'Sources' }).waitFor();
    expect(await page.getByRole('row').count()).to.equal(SERVICES.length + 1);
    expect(await page.getByText('Ready', { exact: true }).count()).to.equal(5);
    // Whom it asks, not that it asks somebody.
    await page
      .getByRole('row', { name: /^SA ID \(Basic\)/ })
      .getByText('National population register')
      .waitFor();
    expect(await page.getByText('Its own source').count()).to.equal(0);
  });

  it('sees why nothing is called although every server is there', async () => {
    await page.route('**/readyz', (route) =>
      route.fulfill({
        status: 503,
        json: {
          status: 'service_unavailable',
          checks: {
            database: 'ok',
            migrations: 'ok',
            redis: 'ok',
            history: 'older_timeline',
            durability: 'not_held',
          },
        },
      }),
    );
    await page.getByRole('link', { name: 'Service health' }).click();
    await page.getByText('Older timeline', { exact: true }).waitFor();
    await page.getByText('Not held', { exact: true }).waitFor();
    expect(await page.getByText('Ready', { exact: true }).count()).to.equal(3);
  });

  it('sees that the API is about to stop', async () => {
    await page.route('**/readyz', (route) =>
      route.fulfill({
        status: 503,
        json: { status: 'service_unavailable', checks: { process: 'stopping' } },
      }),
    );
    await page.getByRole('link', { name: 'Service health' }).click();
    await page.getByText('Stopping', { exact: true }).waitFor();
    await page.getByRole('table', { name: 'Sources' }).waitFor();
    expect(await page.getByText('Ready', { exact: true }).count()).to.equal(0);
  });
});
