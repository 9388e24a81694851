import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { fromPublicId, toPublicId } from '../../../shared/domain/ids.js';
import { buildVerification } from '../../support/database/factories.js';
import { expectAccessible, usePortal } from '../support/portal.js';

const LOOKS = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 390 },
] as const;

describe('who looks, who spends and who approves, in the portal', function () {
  this.timeout(180_000);

  const portal = usePortal({ workers: 0, env: { TWO_PEOPLE: 'on', APPROVAL_CREDITS: '10000' } });

  /** As it is on a wide and on a narrow screen, in both themes. */
  async function look(page: Page, name: string): Promise<void> {
    for (const { colorScheme, width } of LOOKS) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
      const overflow = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(overflow, `${name} at ${width} px`).to.be.at.most(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }

  it('shows on a report who opened it, once however long it stays open, and in the access log', async () => {
    const user = await portal().accounts.createClientUser({ user: { name: 'Olga Sample' } });
    const { db } = portal().service;
    const { requestId } = await buildVerification(db, {
      clientId: user.clientId,
      serviceCode: 'identity_check',
      status: 'manual_review',
    });
    const page = await portal().openAs(user, `/checks/${requestId}`);
    const panel = page.getByRole('region', { name: 'Who opened this' });
    await panel.getByRole('cell', { name: `Olga Sample ${user.email}` }).waitFor();
    await panel.getByRole('cell', { name: 'Read the report' }).waitFor();
    // It polls while it is under review, and is told that nothing has changed.
    await page.waitForResponse((answer) => answer.url().endsWith(requestId) && answer.status() === 304);
    await page.goto('/access-log');
    const line = page.getByRole('cell', { name: requestId.slice(-8) });
    await line.waitFor();
    expect(await line.count()).to.equal(1);
    await look(page, 'access-log');
    await page.getByLabel('Person or key').fill('nobody@example.test');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('Nothing matches').waitFor();
    expect(await page.getByText('No entries yet').count(), 'somebody did').to.equal(0);
    await page.getByLabel('Person or key').fill(user.email);
    await page.getByRole('button', { name: 'Search' }).click();
    await page
      .getByRole('row')
      .filter({ hasText: requestId.slice(-8) })
      .getByRole('link')
      .first()
      .click();
    await panel.getByRole('cell', { name: user.email }).first().waitFor();
    await page.goBack();
    await line.waitFor();
    expect(await page.getByLabel('Person or key').inputValue(), 'after going back').to.equal(user.email);
    expect(page.url()).not.to.include(user.email.split('@')[0]);
    await page.goto(`/checks/${requestId}`);
    await panel.getByRole('cell', { name: user.email }).first().waitFor();
    await look(page, 'report');
    await page.context().close();
  });

  it('asks for days as the viewer counts them, wherever that is', async () => {
    // The first place on earth where a day begins: fourteen hours before UTC.
    const far = { timezoneId: 'Pacific/Kiritimati' };
    const client = await portal().openAs(await portal().accounts.createClientUser(), '/access-log', far);
    const admin = await portal().openAs(await portal().accounts.createStaff('admin'), '/audit-log', far);
    const history = await client.context().newPage();
    await history.goto('/checks');
    for (const page of [client, admin, history]) {
      await page.getByLabel('From', { exact: true }).fill('2026-05-02');
      const asking = page.waitForRequest((request) =>
        `${request.url()} ${request.postData()}`.includes('created_to'),
      );
      await page.getByLabel('To', { exact: true }).fill('2026-05-03');
      // The history searches as soon as the filter changes.
      if (page !== history) await page.getByRole('button', { name: 'Search', exact: true }).click();
      const asked = await asking;
      const query = asked.postDataJSON() ?? Object.fromEntries(new URL(asked.url()).searchParams);
      expect(query, page.url()).to.include({
        created_from: '2026-05-01T10:00:00.000Z',
        created_to: '2026-05-03T09:59:59.999Z',
      });
    }
    await admin.context().close();
    await client.context().close();
  });

  it('has an admin set what a client may spend, which its owner sees as bars', async () => {
    const user = await portal().accounts.createClientUser();
    const path = `/clients/${toPublicId('client', user.clientId)}`;
    const admin = await portal().openAs(await portal().accounts.createStaff('admin'), path);
    await admin.getByLabel('Credits per day').fill('many');
    await admin.getByRole('button', { name: 'Set the limits' }).click();
    await admin
      .getByText('Enter a whole number of credits, without commas or points, or leave this empty.')
      .waitFor();
    await admin.getByLabel('Credits per day').fill('500');
    await admin.getByLabel('Credits per month').fill('6000');
    await admin.getByRole('button', { name: 'Set the limits' }).click();
    await admin.getByText('The change applies from now on.').waitFor();
    await look(admin, 'client');
    await admin.goto('/audit-log');
    const act = admin.getByRole('row').filter({ hasText: 'Changed spending limits' });
    // Its name stands for what was changed and for the client that the details refer to; the id is a hint.
    await act.first().waitFor();
    const [client] = await portal().service.db.query<{ name: string }>(
      'SELECT name FROM clients WHERE id = $1',
      [user.clientId],
    );
    const named = act.getByTitle(path.slice('/clients/'.length));
    expect(await named.allInnerTexts()).to.deep.equal([client?.name, client?.name]);
    await admin.context().close();
    await portal().service.db.query(
      `UPDATE spending SET credits = CASE period WHEN 'day' THEN 405 ELSE 6000 END WHERE client_id = $1`,
      [user.clientId],
    );
    const page = await portal().openAs(user, '/wallet');
    await page.getByText('405 of 500 credits').waitFor();
    await page.getByText('Reached: further requests are refused.').waitFor();
    expect(await page.getByRole('meter').count()).to.equal(2);
    await look(page, 'wallet');
    await page.goto('/api-keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Payroll');
    await page.getByLabel('Credits per month').fill('50');
    await look(page, 'new-key');
    await page.getByRole('button', { name: 'Create the key' }).click();
    await page.getByText('vk_').first().waitFor();
    await page.goto('/wallet');
    await page.getByText('0 of 50 credits').waitFor();
    await page.context().close();
  });

  it('takes one admin to propose and another to approve, who proves in place who they are', async () => {
    const { clientId } = await portal().accounts.createClientUser();
    const path = `/clients/${toPublicId('client', clientId)}`;
    const [one, two] = [
      await portal().accounts.createStaff('admin', { name: 'Ann Sample' }),
      await portal().accounts.createStaff('admin', { name: 'Bea Sample' }),
    ];
    const proposer = await portal().openAs(one, path);
    await proposer.getByRole('button', { name: 'Add or take credits' }).click();
    await proposer.getByLabel('Credits', { exact: true }).fill('20000');
    await proposer.getByLabel('Note').fill('Order 4711');
    await proposer.getByRole('button', { name: 'Add credits' }).click();
    await proposer.getByText('An administrator other than you has to approve it').waitFor();
    await proposer.goto('/approvals');
    await proposer.getByRole('button', { name: /Withdraw: Add 20\D000 credits/ }).waitFor();
    expect(await proposer.getByRole('button', { name: /Approve:/ }).count(), 'their own').to.equal(0);
    await proposer.getByRole('button', { name: /Withdraw: Add/ }).click();
    const question = proposer.getByRole('dialog', { name: 'Withdraw this?' });
    await question.getByText('It can no longer be approved').waitFor();
    await question.getByRole('button', { name: 'Withdraw', exact: true }).waitFor();
    await look(proposer, 'withdraw');
    await proposer.goto('/');
    await proposer.getByRole('link', { name: /^Waiting for you to approve\s*0/ }).waitFor();

    const approver = await portal().openAs(two, '/');
    await approver.getByRole('link', { name: /^Waiting for you to approve\s*1/ }).click();
    await approver.getByText('Order 4711').waitFor();
    const ofClient = approver.locator(`a[href="${path}"]`);
    // However slow this machine is: nothing is loaded again only because it has become old.
    await approver.clock.setFixedTime(Date.now());
    await ofClient.click();
    await approver.getByRole('heading', { name: 'Statement' }).waitFor();
    await approver.goBack();
    await look(approver, 'approvals');
    await forgetProof(two.publicId);
    await approver.getByRole('button', { name: /Approve: Add/ }).click();
    const asked = approver.getByRole('dialog', { name: 'Approve this?' });
    await asked.getByText('Proposed by').waitFor();
    await asked.getByText('Ann Sample').waitFor();
    await look(approver, 'approve');
    await approver.getByRole('button', { name: 'Approve', exact: true }).last().click();
    await approver.getByLabel('Your password').fill(two.password);
    await approver.getByRole('button', { name: 'Confirm' }).click();
    await approver.getByText('Nothing is waiting').waitFor();
    await approver.getByLabel('State').selectOption('declined');
    await approver.getByText('Nothing matches').waitFor();
    await approver.getByLabel('State').selectOption('Approved');
    await approver.getByRole('cell', { name: 'by Bea Sample' }).waitFor();
    // Not as it was a moment before the approval.
    await ofClient.click();
    await approver.getByRole('table', { name: 'Statement' }).getByText('Order 4711').waitFor();
    const [wallet] = await portal().service.db.query<{ balance: number }>(
      'SELECT balance FROM wallets WHERE client_id = $1',
      [clientId],
    );
    expect(wallet?.balance).to.be.at.least(20_000);
    for (const page of [proposer, approver]) await page.context().close();
    expect(portal().complaints).to.deep.equal([]);
  });

  it('says who was faster with a decision, and with which, instead of asking again', async () => {
    const { clientId } = await portal().accounts.createClientUser();
    const proposer = await portal().accounts.createStaff('admin');
    const path = `/api/v1/admin/clients/${toPublicId('client', clientId)}/credits`;
    const { body } = await (await portal().accounts.signIn(proposer)).post(
      path,
      { amount: 20_000, note: 'Order 4712' },
      { headers: { 'idempotency-key': 'order-4712' } },
    );
    const page = await portal().openAs(await portal().accounts.createStaff('admin'), '/approvals');
    await page
      .getByRole('row')
      .filter({ hasText: 'Order 4712' })
      .getByRole('button', { name: /^Approve/ })
      .click();
    const faster = await portal().accounts.createStaff('admin', { name: 'Cas Sample' });
    await (await portal().accounts.signIn(faster)).post(
      `/api/v1/admin/approvals/${body.approval_id}/decline`,
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    const said = page.getByRole('dialog', { name: 'This has been decided' });
    await said.getByText('Declined').waitFor();
    await said.getByText('by Cas Sample').waitFor();
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).to.equal(0);
    await look(page, 'decided');
    await said.getByRole('button', { name: 'Back to the list' }).click();
    await page.getByText('Order 4712').waitFor({ state: 'detached' });
    await page.context().close();
  });

  /** As if they had signed in half an hour ago. */
  async function forgetProof(userId: string): Promise<void> {
    await portal().service.db.query(
      `UPDATE sessions SET password_at = password_at - interval '30 minutes' WHERE user_id = $1`,
      [fromPublicId('user', userId)],
    );
  }

  it('says before an erasure that it is only proposed, which a double click does once', async () => {
    const subject = '0001010000071';
    const { clientId } = await portal().accounts.createClientUser({ client: { name: 'Synthetic Holder' } });
    await buildVerification(portal().service.db, { clientId, subject, status: 'completed' });
    const path = `/clients/${toPublicId('client', clientId)}`;
    const page = await portal().openAs(await portal().accounts.createStaff('admin'), path);
    await page.getByLabel('Subject').fill(subject);
    await page.getByLabel('Reason').fill('Request of 1 September, ticket 4711');
    await page.getByRole('button', { name: 'Erase…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Propose to erase what is held on this subject?' });
    await dialog
      .getByText('until another administrator approves. Then Synthetic Holder loses the subject')
      .waitFor();
    await look(page, 'erasure');
    await dialog.getByRole('button', { name: 'Propose the erasure' }).dblclick();
    await page.getByText('nothing is erased until then', { exact: false }).waitFor();
    await page.goto('/approvals');
    const proposals = page.getByText('Erase what is held on');
    await proposals.first().waitFor();
    expect(await proposals.count()).to.equal(1);
    await page.context().close();
  });
});
