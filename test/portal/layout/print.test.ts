import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { buildVerification } from '../../support/database/factories.js';
import { subjectFor, submitCheck, waitForStatus } from '../support/checks.js';
import { usePortal } from '../support/portal.js';

/** The room between the margins of a sheet of A4 in CSS pixels. */
const SHEET = { width: 673, height: 1002 };

describe('the portal on paper', function () {
  this.timeout(120_000);

  const portal = usePortal();

  /** What a browser computes for the first element that fits. */
  const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
    page.evaluate<string>(
      `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).getPropertyValue('${property}')`,
    );

  async function print(page: Page): Promise<void> {
    await page.setViewportSize(SHEET);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.locator('[data-mantine-color-scheme="dark"]').waitFor();
  }

  it('has the history as a table that begins on the first sheet', async () => {
    const user = await portal().accounts.createClientUser();
    for (let index = 0; index < 40; index += 1) {
      await buildVerification(portal().service.db, { clientId: user.clientId });
    }
    const page = await portal().openAs(user, '/checks');
    const table = page.getByRole('table', { name: 'History of checks' });
    await table.waitFor();
    await print(page);
    expect(await styleOf(page, 'tbody tr', 'display')).to.equal('table-row');
    expect(await page.getByRole('columnheader', { name: 'Credits' }).isVisible()).to.equal(true);
    expect(await styleOf(page, 'section:has(table)', 'break-inside')).to.equal('auto');
    expect((await table.boundingBox())?.y).to.be.below(SHEET.height / 2);
    for (const name of ['CSV', 'Show more'])
      expect(await page.getByRole('button', { name }).isVisible(), name).to.equal(false);
    expect(await page.getByText('There are more than these 25.').isVisible()).to.equal(true);
    await page.context().close();
  });

  it('has the review desk as a table whose columns stand beside each other, without its filters', async () => {
    const { clientId } = await portal().accounts.createClientUser({ client: { name: 'Acme Vetting' } });
    const { id } = await buildVerification(portal().service.db, { clientId, status: 'manual_review' });
    await portal().service.db.query('UPDATE verifications SET reference = $2 WHERE id = $1', [
      id,
      'Lease 17',
    ]);
    const page = await portal().openAs(await portal().accounts.createStaff('support'), '/reviews');
    await page.getByRole('row', { name: /Lease 17/ }).waitFor();
    await print(page);
    const spilling = await page.evaluate<string[]>(
      `[...document.querySelectorAll('tbody td')].filter((cell) => cell.checkVisibility() &&
        cell.firstElementChild.getBoundingClientRect().right > cell.getBoundingClientRect().right)
        .map((cell) => cell.innerText)`,
    );
    expect(spilling).to.deep.equal([]);
    expect(await page.getByLabel('Find').isVisible()).to.equal(false);
    await page.context().close();
  });

  it('says what a list was narrowed by, and of a subject what lists show', async () => {
    const page = await portal().openAs(
      await portal().accounts.createClientUser(),
      '/checks?status=completed',
    );
    await page.getByText('Nothing matches').waitFor();
    await page.getByLabel('Subject').fill('0001010000071');
    await page.getByLabel('Subject').press('Enter');
    await print(page);
    const words = page.getByText(/^Only Subject/);
    await page.evaluate('void window.dispatchEvent(new Event("beforeprint"))');
    expect(await words.innerText()).to.equal('Only Subject: *********0071; State: Completed');
    expect(await words.isVisible()).to.equal(true);
    await page.emulateMedia({ media: 'screen' });
    expect(await words.isVisible()).to.equal(false);
    await page.evaluate('void window.dispatchEvent(new Event("afterprint"))');
    expect(await words.count(), 'kept no longer than it is printed').to.equal(0);
    await page.context().close();
  });

  it('has a bundle on as few sheets as its facts fill', async () => {
    const page = await portal().openAs(await portal().accounts.createClientUser());
    await submitCheck(page, 'kyc_bundle', subjectFor('kyc_bundle', 'positive'));
    await waitForStatus(page, 'completed');
    await print(page);
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b(?!s)/g)).to.have.length(Math.ceil(height / SHEET.height));
    // What belongs together stays on one sheet all the same.
    expect(await styleOf(page, 'li:has(dl)', 'break-inside')).to.equal('avoid');
    expect(await styleOf(page, 'dl > *', 'break-inside')).to.equal('avoid');
    await page.context().close();
  });

  it('has no message over a report, where it would cover facts on every sheet', async () => {
    const user = await portal().accounts.createClientUser();
    const { requestId } = await buildVerification(portal().service.db, { clientId: user.clientId });
    const page = await portal().openAs(user, `/checks/${requestId}`);
    await page.evaluate("void (navigator.clipboard.writeText = () => Promise.reject(new Error('refused')))");
    await page.getByRole('button', { name: 'Copy request id' }).click();
    const message = page.getByText('Not copied');
    await message.waitFor();
    await print(page);
    expect(await message.isVisible()).to.equal(false);
    await page.context().close();
  });

  it('is dark ink on white paper in the dark theme too', async () => {
    const page = await portal().openAs(await portal().accounts.createClientUser());
    await submitCheck(page, 'said_verification', subjectFor('said_verification', 'positive'));
    await waitForStatus(page, 'completed');
    await print(page);
    expect(await styleOf(page, ':root', 'color-scheme')).to.equal('light');
    expect(await styleOf(page, ':root', 'background-color')).to.equal('rgb(255, 255, 255)');
    expect(await styleOf(page, '[data-status] [class*=badge]', 'color')).to.equal('rgb(23, 96, 58)');
    await page.context().close();
  });
});
