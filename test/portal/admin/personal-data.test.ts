import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { subjectFor, submitCheck, waitForStatus } from '../support/checks.js';
import { expectAccessible, type SignIn, signIn, usePortal } from '../support/portal.js';

const SETTLED = subjectFor('identity_check', 'positive');
const OPEN = subjectFor('identity_check', 'inconclusive');
const WAITING = subjectFor('identity_check', 'negative');

describe('the personal data of a client, for an admin', function () {
  this.timeout(120_000);

  const portal = usePortal();
  let client: Page;
  let page: Page;
  let admin: SignIn;
  before(async () => {
    const user = await portal().accounts.createClientUser({ client: { name: 'Synthetic Holder' } });
    client = await portal().openAs(user);
    await submitCheck(client, 'identity_check', OPEN);
    await waitForStatus(client, 'manual_review');
    await submitCheck(client, 'identity_check', SETTLED);
    await waitForStatus(client, 'completed');
    admin = await portal().accounts.createStaff('admin');
    page = await portal().openAs(admin, '/clients');
    await page.getByRole('link', { name: 'Synthetic Holder' }).click();
    await page.getByRole('heading', { name: 'Personal data' }).waitFor();
  });
  after(async () => {
    await page.context().close();
    await client.context().close();
  });

  async function fill(subject: string, reason = 'Request of 1 September, ticket 4711'): Promise<void> {
    await page.getByLabel('Subject').fill(subject);
    await page.getByLabel('Reason').fill(reason);
  }

  async function erase(found: string): Promise<void> {
    await page.getByRole('button', { name: 'Erase…' }).click();
    await page.getByRole('dialog').getByText(found).waitFor();
    await expectAccessible(page);
    const [facts, warning] = await Promise.all([
      page.getByRole('dialog').locator('dl').boundingBox(),
      page.getByRole('dialog').getByText('loses the subject').boundingBox(),
    ]);
    expect((warning?.y ?? 0) - (facts?.y ?? 0) - (facts?.height ?? 0), 'they stand apart').to.be.at.least(8);
    await page.getByRole('dialog').getByRole('button', { name: 'Erase for good' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  it('asks for subject and reason, and refuses a reason that names the subject', async () => {
    await page.getByRole('button', { name: 'Erase…' }).click();
    await page.getByText('Enter the full number or name that was checked.').waitFor();
    expect(await page.getByRole('dialog').count()).to.equal(0);
    const focused = page.locator(':focus');
    await page.getByLabel('Subject').and(focused).waitFor();
    for (const button of ['Export what is held', 'Erase…']) {
      await fill(SETTLED, `Request of ${SETTLED}`);
      await page.getByRole('button', { name: button }).click();
      await page.getByText('The reason must not contain the subject', { exact: false }).waitFor();
      await page.getByLabel('Reason').and(focused).waitFor();
    }
  });

  it('is still asked for after the session has ended, and so are credits that were to be moved', async () => {
    await fill(SETTLED);
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Export what is held' }).click();
    await page.getByText('Your session has ended.', { exact: false }).waitFor();
    await signIn(page, admin);
    await page.getByLabel('Subject').waitFor();
    expect(await page.getByLabel('Subject').inputValue()).to.equal(SETTLED);
    expect(await page.getByLabel('Reason').inputValue()).to.include('ticket 4711');
    await page.getByRole('button', { name: 'Add or take credits' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Credits').fill('250');
    await dialog.getByLabel('Note').fill('Invoice 17');
    await page.context().clearCookies();
    await dialog.getByRole('button', { name: 'Add credits' }).click();
    await page.getByText('Your session has ended.', { exact: false }).waitFor();
    await signIn(page, admin);
    await dialog.getByLabel('Note').waitFor();
    expect(await dialog.getByLabel('Credits').inputValue()).to.equal('250');
    expect(await dialog.getByLabel('Note').inputValue()).to.equal('Invoice 17');
    await dialog.getByText(/ now, .* after\./).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('is exported as one file, with the subject in it and not in the address', async () => {
    await fill('000101 0000 071');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export what is held' }).click(),
    ]);
    await page.getByText('The file contains 1 check').waitFor();
    const { verifications } = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(verifications).to.have.length(1);
    expect(verifications[0].subject).to.equal(SETTLED);
    expect(decodeURIComponent(page.url())).not.to.include('000101');
    await expectAccessible(page);
  });

  it('is held too where only a row of a batch waits, and is exported and erased there', async () => {
    await client.evaluate(async (csv) => {
      const form = new FormData();
      form.append('purpose', 'Test of a batch');
      form.append('file', new Blob([csv]), 'rows.csv');
      const answer = await fetch('/api/v1/batches', { method: 'POST', body: form });
      if (!answer.ok) throw new Error(await answer.text());
    }, `service_code,subject\nidentity_check,${WAITING}`);
    await fill(WAITING);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export what is held' }).click(),
    ]);
    await page.getByText('The file contains 1 row of a batch').waitFor();
    expect(await readFile(await download.path(), 'utf8')).to.include(WAITING);
    await erase('Rows of batches');
    await page.getByText('1 row of a batch erased').waitFor();
    await expectAccessible(page);
  });

  it('is erased as it was counted, whatever is typed while the count takes its time', async () => {
    await fill(SETTLED);
    let goOn: () => void = () => undefined;
    const typed = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/counts', async (route) => {
      await typed;
      await route.continue();
    });
    await page.route('**/erasures', (route) => route.abort());
    await page.getByRole('button', { name: 'Erase…' }).click();
    await page.getByLabel('Subject').fill(OPEN);
    goOn();
    const [asked] = await Promise.all([
      page.waitForRequest('**/erasures'),
      page.getByRole('dialog').getByRole('button', { name: 'Erase for good' }).click(),
    ]);
    expect(asked.postDataJSON()).to.include({ subject: SETTLED });
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Subject').inputValue()).to.equal(OPEN);
    await page.unroute('**/counts');
    await page.unroute('**/erasures');
  });

  it('is erased for good once that is confirmed, and is then nowhere', async () => {
    await fill(SETTLED);
    await erase('1 check');
    await page.getByText('1 check erased').waitFor();
    expect(await page.content()).not.to.include(SETTLED);
    await client.reload();
    await client.getByText('Personal data erased').first().waitFor();
    await client.getByText('The subject and the facts were erased', { exact: false }).waitFor();
    await fill(SETTLED);
    await page.getByRole('button', { name: 'Export what is held' }).click();
    await page.getByText('holds nothing on this subject', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Erase…' }).click();
    await page.getByText('holds nothing on this subject', { exact: false }).waitFor();
    expect(await page.getByRole('dialog').count()).to.equal(0);
  });

  it('is marked while a check is open', async () => {
    await fill(OPEN);
    await erase('0 checks');
    await page.getByText('1 check still open').waitFor();
    await expectAccessible(page);
  });
});
