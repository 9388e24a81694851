import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { subjectFor, submitCheck, waitForStatus } from '../support/checks.js';
import { signIn, usePortal } from '../support/portal.js';

const SUBJECT = subjectFor('said_verification', 'inconclusive');

describe('two cases of the review desk', function () {
  this.timeout(90_000);

  const portal = usePortal();
  let page: Page;
  let cases: string[];
  before(async () => {
    const client = await portal().openAs(await portal().accounts.createClientUser());
    cases = [];
    for (const sandboxCase of ['inconclusive', 'reset'] as const) {
      const subject = subjectFor('said_verification', sandboxCase);
      cases.push(await submitCheck(client, 'said_verification', subject));
      await waitForStatus(client, 'manual_review');
    }
    await client.context().close();
  });
  afterEach(() => page.context().close());

  const note = () => page.getByLabel('New note');

  async function isOpen(requestId: string): Promise<void> {
    await page.waitForURL(`**/reviews/${requestId}`);
    await note().waitFor();
  }

  it('keep what was typed and revealed on each to themselves', async () => {
    const [first = '', second = ''] = cases;
    page = await portal().openAs(await portal().accounts.createStaff('support'), `/reviews/${first}`);
    await isOpen(first);
    await page.keyboard.press('Control+K');
    await page.keyboard.type(second);
    await page.getByRole('option', { name: second }).waitFor();
    await page.keyboard.press('Enter');
    await isOpen(second);
    await page.goBack();
    await isOpen(first);
    await page.getByRole('button', { name: 'Show it in full (audited)' }).click();
    await page.getByText(SUBJECT).waitFor();
    await note().fill('About the first');
    await page.goForward();
    await isOpen(second);
    expect(await page.content()).not.to.include(SUBJECT);
    expect(await note().inputValue()).to.equal('');
    await page.goBack();
    await isOpen(first);
    expect(await note().inputValue()).to.equal('About the first');
  });

  it('keep a note that was being written when the session ends', async () => {
    const [first = ''] = cases;
    const support = await portal().accounts.createStaff('support');
    page = await portal().openAs(support, `/reviews/${first}`);
    await note().fill('Asked whom');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Add the note' }).click();
    await page.getByText('Your session has ended.', { exact: false }).waitFor();
    await signIn(page, support);
    await isOpen(first);
    expect(await note().inputValue()).to.equal('Asked whom');
    // So does a decision, in the dialog that was open.
    const why = page.getByRole('dialog').getByLabel('Why');
    const document = page.getByRole('dialog').getByLabel('Provider’s document');
    await page.getByRole('button', { name: 'Send it back to the provider' }).click();
    await document.fill('Ticket 4711');
    await why.fill('They charge nothing');
    await page.getByLabel('The provider has confirmed', { exact: false }).check();
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Send it back', exact: true }).click();
    await page.getByText('Your session has ended.', { exact: false }).waitFor();
    await signIn(page, support);
    await why.waitFor();
    expect(await why.inputValue()).to.equal('They charge nothing');
    expect(await document.inputValue()).to.equal('Ticket 4711');
    // What somebody confirms, they confirm again.
    expect(await page.getByLabel('The provider has confirmed', { exact: false }).isChecked()).to.equal(false);
  });
});
