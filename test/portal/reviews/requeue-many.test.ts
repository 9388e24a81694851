import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { type BuiltVerification, buildVerification } from '../../support/database/factories.js';
import { signIn, usePortal } from '../support/portal.js';

/** What loads the desk. */
const DESK = /\/api\/v1\/support\/reviews(\?|$)/;

describe('cases that are sent back together', function () {
  this.timeout(120_000);

  const portal = usePortal({ workers: 0 });
  let page: Page;
  let support: TestUser;
  let cases: BuiltVerification[];
  beforeEach(async () => {
    const { accounts, service } = portal();
    const { clientId } = await accounts.createClientUser();
    const unsent = { clientId, status: 'manual_review', reviewReason: 'not_reached' } as const;
    cases = [];
    for (let count = 0; count < 3; count += 1) cases.push(await buildVerification(service.db, unsent));
    support = await accounts.createStaff('support');
    page = await portal().openAs(support, '/reviews');
    await page.getByRole('button', { name: 'Send back 3 that were never sent…' }).click();
  });
  afterEach(() => page.context().close());

  const rows = () => page.getByRole('table', { name: 'Cases that are sent back' }).locator('tbody tr');

  it('are those that were shown when the button was pressed, until the reviewer leaves some out', async () => {
    const colleague = await portal().accounts.signIn(await portal().accounts.createStaff('support'));
    await colleague.post(`/api/v1/support/reviews/${cases[0]?.requestId}/take`);
    await page.getByLabel('Why').fill('The provider was away');
    await page.getByRole('button', { name: 'Send them back' }).click();
    await page.getByText('One of them has been taken or decided since', { exact: false }).waitFor();
    expect(await rows().count()).to.equal(3);
    await page.getByRole('button', { name: 'Leave it out' }).click();
    expect(await rows().count()).to.equal(2);
    await page.getByRole('button', { name: 'Send them back' }).click();
    await page.getByText('Sent back: 2 cases.').waitFor();
  });

  it('are in a dialog that cannot be closed while they are sent', async () => {
    await page.getByLabel('Why').fill('The provider was away');
    let answer = () => {};
    const awaited = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/support/reviews/requeue', async (route) => {
      await awaited;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Send them back' }).click();
    const locked = page.getByRole('button', { name: 'Cancel', disabled: true });
    await locked.waitFor();
    await page.keyboard.press('Escape');
    await locked.waitFor();
    answer();
    await page.getByText('Sent back: 3 cases.').waitFor();
  });

  it('are said to have gone only once the desk is there, after the session has ended meanwhile', async () => {
    await page.getByLabel('Why').fill('The provider was away');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Send them back' }).click();
    await page.getByText('Your session has ended.', { exact: false }).waitFor();
    let load = () => {};
    const loading = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route(DESK, async (route) => {
      await loading;
      await route.continue();
    });
    await page.evaluate(`
      new MutationObserver(() => { window.saidGone ||= /taken or decided since/.test(document.body.textContent); })
        .observe(document.body, { childList: true, subtree: true })`);
    const asked = page.waitForRequest(DESK);
    await signIn(page, support);
    await asked;
    load();
    await rows().first().waitFor();
    expect(await rows().count()).to.equal(3);
    expect(await page.evaluate('window.saidGone')).to.equal(false);
    expect(await page.getByLabel('Why').inputValue()).to.equal('The provider was away');
  });
});
