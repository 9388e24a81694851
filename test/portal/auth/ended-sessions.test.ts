import type { Page } from 'playwright-core';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { subjectFor, submitCheck, waitForStatus } from '../support/checks.js';
import { usePortal } from '../support/portal.js';

describe('a session that ended elsewhere', function () {
  this.timeout(120_000);

  const portal = usePortal();
  let reviewer: TestUser;
  let page: Page;
  let subject: string;

  beforeEach(async () => {
    subject = subjectFor('said_verification', 'inconclusive');
    const client = await portal().openAs(await portal().accounts.createClientUser({ credits: 100 }));
    const requestId = await submitCheck(client, 'said_verification', subject);
    await waitForStatus(client, 'manual_review');
    await client.context().close();
    reviewer = await portal().accounts.createStaff('support');
    page = await portal().open();
    await page.clock.install();
    await portal().signInBehind(page, reviewer);
    await page.goto(`/reviews/${requestId}`);
    await page.getByRole('button', { name: 'Show it whole (audited)' }).click();
    await page.getByText(subject).waitFor();
  });
  afterEach(() => page.context().close());

  /** As another device does with the button on the account page. */
  async function endElsewhere(): Promise<void> {
    await (await portal().accounts.signIn(reviewer)).send('DELETE', '/api/v1/me/sessions');
  }

  async function expectGone(): Promise<void> {
    await page.getByText('Your session has ended.', { exact: false }).waitFor();
    await page.getByText(subject).waitFor({ state: 'detached' });
  }

  it('takes a revealed subject off the page within seconds, although nobody touches it', async () => {
    await endElsewhere();
    await page.clock.runFor('00:15');
    await expectGone();
  });

  it('takes it off at once when the page is looked at again', async () => {
    await endElsewhere();
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await expectGone();
  });
});
