import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { syntheticIdentity } from '../../../harness/synthetic-identity.js';
import { fillIn, subjectFor, submitCheck, waitForStatus } from '../support/checks.js';
import { expectAccessible, signIn, usePortal } from '../support/portal.js';

describe('test mode in the portal', function () {
  this.timeout(120_000);

  const portal = usePortal();
  let page: Page;
  afterEach(() => page.context().close());

  async function enter(): Promise<void> {
    await page.getByRole('group', { name: 'Mode' }).getByRole('button', { name: 'Test' }).click();
    await page.getByText('Answers are invented', { exact: false }).waitFor();
  }

  it('has a review that whoever tests decides, and a wallet that they fill', async () => {
    page = await portal().openAs(await portal().accounts.createClientUser({ credits: 100 }));
    await enter();
    await submitCheck(page, 'said_verification', subjectFor('said_verification', 'inconclusive'));
    await waitForStatus(page, 'manual_review');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Not confirmed' }).click();
    await waitForStatus(page, 'completed');
    await page.getByText('Completed in test mode').waitFor();
    await page.getByRole('link', { name: 'Wallet', exact: true }).click();
    await page.getByRole('button', { name: 'Add 10 000 credits for tests' }).click();
    await page.getByRole('cell', { name: 'Top-up' }).nth(1).waitFor();
    await page.getByRole('button', { name: 'Leave test mode' }).click();
    await page.getByText('Answers are invented', { exact: false }).waitFor({ state: 'detached' });
    await page.goto('/wallet');
    await page.getByRole('table', { name: 'Statement' }).waitFor();
    expect(await page.getByRole('button', { name: /for tests/ }).count()).to.equal(0);
  });

  it('shows the same page with the same filters, and the list in place of a record of the other mode', async () => {
    page = await portal().openAs(await portal().accounts.createClientUser({ credits: 100 }), '/checks');
    const other = await page.context().newPage();
    await other.goto('/wallet');
    await other.getByRole('heading', { name: 'Wallet' }).waitFor();
    await page.getByLabel('State').selectOption('completed');
    await page.waitForURL('**/checks?status=completed');
    await enter();
    expect(new URL(page.url()).pathname).to.equal('/checks');
    expect(await page.getByLabel('State').inputValue()).to.equal('completed');
    await other.getByText('Answers are invented', { exact: false }).waitFor();
    expect(new URL(other.url()).pathname).to.equal('/wallet');
    await submitCheck(page, 'said_verification', subjectFor('said_verification', 'positive'));
    await waitForStatus(page, 'completed');
    await page.getByRole('button', { name: 'Leave test mode' }).click();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await page.getByText('No checks yet').waitFor();
  });

  it('is where developers submit, read and pay in tests, which they may not do live', async () => {
    const developer = await portal().accounts.createClientUser({ user: { role: 'developer' } });
    page = await portal().openAs(developer, '/api-keys');
    const menu = page.getByRole('navigation', { name: 'Main' });
    expect(await menu.getByRole('link', { name: 'New check' }).count()).to.equal(0);
    await enter();
    await menu.getByRole('link', { name: 'New check' }).waitFor();
    await fillIn(page, 'said_verification', syntheticIdentity(500));
    await page.getByRole('button', { name: /^Submit check/ }).click();
    await page.getByText('Test mode accepts only', { exact: false }).waitFor();
    // It is said once, at its field.
    expect(await page.locator('form').getByRole('alert').count()).to.equal(0);
    await submitCheck(page, 'said_verification', subjectFor('said_verification', 'positive'));
    await waitForStatus(page, 'completed');
  });

  it('keeps what is half filled in and consented to out of live mode, where a new session begins', async () => {
    const person = await portal().accounts.createClientUser({ credits: 100 });
    page = await portal().openAs(person);
    await enter();
    await fillIn(page, 'said_verification', subjectFor('said_verification', 'positive'));
    await page.context().clearCookies();
    await page.getByRole('button', { name: /^Submit check/ }).click();
    await page.getByText('Your session has ended.', { exact: false }).waitFor();
    await signIn(page, person);
    await page.getByRole('button', { name: /^Submit check/ }).waitFor();
    expect(await page.locator('form input').first().inputValue()).to.equal('');
    for (const confirmation of await page.getByRole('checkbox').all()) {
      expect(await confirmation.isChecked()).to.equal(false);
    }
  });

  it('asks before it takes what is typed, here and in other tabs', async () => {
    page = await portal().openAs(await portal().accounts.createClientUser({ credits: 100 }));
    await fillIn(page, 'said_verification', subjectFor('said_verification', 'positive'));
    const other = await page.context().newPage();
    await other.goto('/wallet');
    for (const tab of [page, other]) {
      await tab.getByRole('group', { name: 'Mode' }).getByRole('button', { name: 'Test' }).click();
      const question = tab.getByRole('dialog', { name: 'Switch to test mode?' });
      await question.getByText('would be lost, here and in the other tabs', { exact: false }).waitFor();
      await expectAccessible(tab);
      await question.getByRole('button', { name: 'Stay here' }).click();
    }
    expect(await page.locator('form input').first().inputValue()).not.to.equal('');
    await other.getByRole('group', { name: 'Mode' }).getByRole('button', { name: 'Test' }).click();
    await other.getByRole('button', { name: 'Switch anyway' }).click();
    for (const tab of [page, other]) await tab.getByText('Answers are invented', { exact: false }).waitFor();
    // Nothing is left of it in test mode.
    await page.getByRole('button', { name: 'Leave test mode' }).click();
    await page.getByText('Answers are invented', { exact: false }).waitFor({ state: 'detached' });
  });

  it('is one press away on a phone too', async () => {
    page = await portal().openAs(await portal().accounts.createClientUser(), '/checks', {
      viewport: { width: 390, height: 844 },
    });
    await page.route('**/api/v1/me/mode', (route) => route.abort());
    await page.getByRole('group', { name: 'Mode' }).getByRole('button', { name: 'Test' }).click();
    await page.getByText('Not switched', { exact: true }).waitFor();
    await page.unroute('**/api/v1/me/mode');
    await enter();
    await expectAccessible(page);
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(overflow)).to.be.at.most(0);
  });
});
