import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { waitFor } from '../../../harness/wait-for.js';
import { fromPublicId, toPublicId } from '../../../shared/domain/ids.js';
import { settleParts } from '../../support/checks/reviews.js';
import { acceptOne } from '../../support/checks/submissions.js';
import { buildVerification } from '../../support/database/factories.js';
import { expectAccessible, usePortal } from '../support/portal.js';

describe('what waits for a second person, in the portal', function () {
  this.timeout(120_000);

  const portal = usePortal({ workers: 0, env: { TWO_PEOPLE: 'on', APPROVAL_CREDITS: '10000' } });

  /** The path of a case with a call that the provider may have received. */
  async function review(): Promise<{ path: string; requestId: string }> {
    const { db } = portal().service;
    const { clientId } = await portal().accounts.createClientUser({ credits: 100 });
    const submission = await acceptOne(db, { clientId, serviceCode: 'said_verification' });
    await settleParts(db, submission, ['lost']);
    const requestId = toPublicId('verification', submission.verificationId);
    return { path: `/reviews/${requestId}`, requestId };
  }

  async function propose(page: Page, note: string): Promise<void> {
    await page.getByRole('button', { name: 'Send it back to the provider' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox').check();
    await dialog.getByLabel('Provider’s document').fill('Letter of 1 September');
    await dialog.getByLabel('Why').fill(note);
    await dialog.getByRole('button', { name: 'Send it back' }).click();
  }

  it('is seen on its case, where no colleague proposes it again, and whoever proposed it withdraws it', async () => {
    const { path } = await review();
    const support = (name: string) => portal().accounts.createStaff('support', { name });
    const late = await portal().openAs(await support('Bea Sample'), path);
    await late.getByRole('button', { name: 'Send it back to the provider' }).waitFor();
    const first = await portal().openAs(await support('Ann Sample'), path);
    await propose(first, 'By phone');
    await first.getByText('A write-off waits for approval').waitFor();
    // Its button can be pressed no more.
    await first
      .getByRole('heading', { name: 'Decision', exact: true })
      .and(first.locator(':focus'))
      .waitFor();
    await expectAccessible(first);

    await propose(late, 'By letter');
    await late.getByRole('alert').getByText('A colleague has already proposed').waitFor();
    await late.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    const panel = late.locator('section').filter({ has: late.getByRole('heading', { name: 'Write-off' }) });
    for (const words of ['Ann Sample', 'Letter of 1 September', 'By phone']) {
      await panel.getByText(words).waitFor();
    }
    expect(await panel.getByRole('button', { name: 'Withdraw the proposal' }).count(), 'of others').to.equal(
      0,
    );
    expect(await late.getByRole('button', { name: 'Send it back to the provider' }).isDisabled()).to.equal(
      true,
    );
    await late.getByRole('link', { name: 'Reviews' }).first().click();
    await late.getByRole('cell', { name: 'Proposed' }).waitFor();

    const told = first.getByText('An administrator other than you has to approve it');
    await told.waitFor({ state: 'detached' });
    await first.getByRole('button', { name: 'Withdraw the proposal' }).click();
    await first.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click();
    await first.getByText('The write-off was withdrawn').waitFor();
    const focused = () => first.evaluate<string>('document.activeElement.textContent');
    await waitFor(async () => (await focused()) === 'Write-off', { describe: 'the focus is at the heading' });
    expect(await told.count(), 'of what was withdrawn').to.equal(0);
    await propose(first, 'By letter');
    await first.getByText('A write-off waits for approval').waitFor();
    for (const page of [first, late]) await page.context().close();
  });

  it('is said to be withdrawn, not declined, where whoever proposed it takes it back', async () => {
    const { clientId } = await portal().accounts.createClientUser();
    const proposer = await portal().accounts.createStaff('admin');
    const path = `/api/v1/admin/clients/${toPublicId('client', clientId)}/credits`;
    await (await portal().accounts.signIn(proposer)).post(
      path,
      { amount: 20_000, note: 'Order 4713' },
      { headers: { 'idempotency-key': 'order-4713' } },
    );
    const page = await portal().openAs(proposer, '/approvals');
    const row = page.getByRole('row').filter({ hasText: 'Order 4713' });
    await row.getByRole('button', { name: /^Withdraw/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click();
    await page.getByRole('alert').getByText('Withdrawn').waitFor();
    await page.getByLabel('State', { exact: true }).selectOption('Declined');
    await row.getByText('Withdrawn').waitFor();
    await page.context().close();
  });

  it('does not say again why it was not withdrawn before', async () => {
    const { path } = await review();
    const page = await portal().openAs(await portal().accounts.createStaff('support'), path);
    await propose(page, 'By phone');
    await page.route('**/withdraw-write-off', (route) => route.abort());
    const withdraw = page.getByRole('button', { name: 'Withdraw the proposal' });
    await withdraw.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await withdraw.click();
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).waitFor();
    expect(await dialog.getByRole('alert').count()).to.equal(0);
    await page.context().close();
  });

  it('is seen on the page of its client, and an erasure that a colleague has proposed is said to be that', async () => {
    const { clientId } = await portal().accounts.createClientUser();
    const subject = '0001010000071';
    await buildVerification(portal().service.db, { clientId, subject, status: 'completed' });
    const path = `/clients/${toPublicId('client', clientId)}`;
    const admin = (name: string) => portal().accounts.createStaff('admin', { name });
    const erase = async (page: Page, reason: string) => {
      await page.getByLabel('Subject').fill(subject);
      await page.getByLabel('Reason').fill(reason);
      await page.getByRole('button', { name: 'Erase…' }).click();
      await page.getByRole('button', { name: 'Propose', exact: false }).click();
    };
    const one = await portal().openAs(await admin('Ann Sample'), path);
    await erase(one, 'Ticket 4711');
    await one.getByText('Another administrator has to approve it').waitFor();
    await one.getByText(/^Erase what is held on \*+0071, proposed by Ann Sample/).waitFor();
    const two = await portal().openAs(await admin('Bea Sample'), path);
    await two.getByText(/^Erase what is held on \*+0071, proposed by Ann Sample/).waitFor();
    await erase(two, 'Ticket 4712');
    await two.getByText('A colleague has proposed this already').waitFor();
    await expectAccessible(two);
    for (const page of [one, two]) await page.context().close();
  });

  it('says until when it waits, and that it expired to whoever decides it too late', async () => {
    const { clientId } = await portal().accounts.createClientUser();
    const [one, two] = [
      await portal().accounts.createStaff('admin'),
      await portal().accounts.createStaff('admin'),
    ];
    const { body } = await (await portal().accounts.signIn(one)).post(
      `/api/v1/admin/clients/${toPublicId('client', clientId)}/credits`,
      { amount: 12_345, note: 'Order 4711', idempotency_key: 'expires' },
    );
    const page = await portal().openAs(two, '/approvals');
    const row = page.getByRole('row').filter({ hasText: 'Add 12 345 credits' });
    await row.getByText('until', { exact: false }).waitFor();
    await row.getByRole('button', { name: /^Approve/ }).click();
    await portal().service.db.query(
      `UPDATE approvals SET proposed_at = now() - interval '15 days' WHERE id = $1`,
      [fromPublicId('approval', body.approval_id)],
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'This has expired' });
    await dialog.getByText('Nobody decided it within 14 days', { exact: false }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Back to the list' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByLabel('State', { exact: true }).selectOption('Expired');
    await row.getByText('Expired', { exact: true }).waitFor();
    await page.context().close();
  });

  it('is on paper with whole ids, and without what cannot be done there', async () => {
    const { path } = await review();
    const support = await portal().openAs(await portal().accounts.createStaff('support'), path);
    await propose(support, 'By phone');
    await support.getByText('A write-off waits for approval').waitFor();
    await support.context().close();
    const page = await portal().openAs(await portal().accounts.createStaff('admin'), '/approvals');
    const id = page.getByRole('row').nth(1).getByRole('button', { name: /^cli_/ });
    await id.waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('columnheader', { name: 'Decide' }).isVisible()).to.equal(false);
    expect(
      await page
        .getByRole('button', { name: /^Approve/ })
        .first()
        .isVisible(),
    ).to.equal(false);
    const printed = await page.evaluate<string>(
      `getComputedStyle(document.querySelector('[data-id^="cli_"]'), '::after').content`,
    );
    expect(`"${await id.getAttribute('data-id')}"`)
      .to.equal(printed)
      .and.match(/^"cli_\w{26}"$/);
    await page.context().close();
  });
});
