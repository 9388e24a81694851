import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { waitFor } from '../../../harness/wait-for.js';
import { subjectFor, submitCheck, waitForStatus } from '../support/checks.js';
import { usePortal } from '../support/portal.js';

const SUBJECT = subjectFor('refugee_verification', 'inconclusive');

describe('a case of the review desk, for those who do not see it', function () {
  this.timeout(120_000);

  const portal = usePortal();
  let requestId: string;
  let page: Page;
  before(async () => {
    const client = await portal().openAs(await portal().accounts.createClientUser());
    requestId = await submitCheck(client, 'refugee_verification', SUBJECT);
    await waitForStatus(client, 'manual_review');
    await client.context().close();
  });
  beforeEach(async () => {
    const reviewer = await portal().accounts.createStaff('support');
    page = await portal().openAs(reviewer, `/reviews/${requestId}`);
    await page.getByRole('heading', { name: 'Decide and go on' }).waitFor();
  });
  afterEach(() => page.context().close());

  async function press(name: string): Promise<void> {
    await page.getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
  }

  const hasFocus = (target: Locator) =>
    waitFor(() => target.evaluate((element) => element.matches(':focus')), {
      describe: `${String(target)} has the focus`,
    });

  it('gives the focus to what was asked for unmasked, and has the answers open', async () => {
    await press('Show it in full (audited)');
    await hasFocus(page.getByText(SUBJECT, { exact: true }));
    await press('Show the answers unmasked (audited)');
    await hasFocus(page.getByLabel('Answer of the provider, unmasked'));
    await page.getByText('Refugee / Asylum ID: the answer unmasked').waitFor();
  });

  it('takes nothing from a note that is written while the subject is on its way', async () => {
    await page.route('**/reveal-subject', async (route) => {
      await page.getByLabel('New note').fill('Asked whom');
      await route.continue();
    });
    await press('Show it in full (audited)');
    await page.getByText(SUBJECT, { exact: true }).waitFor();
    await hasFocus(page.getByLabel('New note'));
  });

  it('begins each of its dialogs at the first field', async () => {
    for (const [opener, field] of [
      ['Complete with a result', 'Outcome'],
      ['Release the credits', 'Why'],
      ['Send it back to the provider', 'The provider has confirmed that it does not charge'],
    ] as const) {
      await press(opener);
      await hasFocus(page.getByRole('dialog').getByLabel(field));
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });

  it('calls its choices what they are, without the key that chooses them', async () => {
    await page.getByRole('radio', { name: 'Confirmed', exact: true }).waitFor();
  });

  it('has no forms on paper', async () => {
    await page.emulateMedia({ media: 'print' });
    for (const name of ['Add the note', 'Record and open the next', 'Release the credits', /audited/]) {
      expect(await page.getByRole('button', { name }).first().isVisible(), String(name)).to.equal(false);
    }
    await page.getByRole('heading', { name: 'Case', exact: true }).waitFor();
  });

  it('is listed with its subject on one line', async () => {
    await page.goto('/reviews');
    const subject = page.getByText(/^\*+0004$/);
    await subject.waitFor();
    const lines = await subject.evaluate(
      (element) => new Set([...element.getClientRects()].map(({ top }) => top)).size,
    );
    expect(lines).to.equal(1);
  });
});
