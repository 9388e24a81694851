import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { toPublicId } from '../../../shared/domain/ids.js';
import { subjectFor, submitCheck, waitForStatus } from '../support/checks.js';
import { usePortal } from '../support/portal.js';

const LONG = 'a.member.of.staff.with.a.rather.long.address@support.verification-services.example.test';
const LONG_WORD = 'llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch';

describe('names where there is little room', function () {
  this.timeout(120_000);

  const portal = usePortal();
  let page: Page;
  afterEach(() => page.context().close());

  /** Words of the elements that are broken within one, line by line. */
  const brokenWords = (selector: string) =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll(${JSON.stringify(selector)})].flatMap((element) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const broken = [];
        for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
          for (const { 0: word, index } of text.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
          }
        }
        return broken;
      })`,
    );

  it('addresses of members of staff break at their signs, and what is done with an account is on one line', async () => {
    const { accounts, service } = portal();
    const { id } = await accounts.createStaff('support', { name: 'Vera Sample' });
    await service.db.query('UPDATE users SET email = $2 WHERE id = $1', [id, LONG]);
    page = await portal().openAs(await accounts.createStaff('admin'), '/staff');
    await page.getByText(LONG).waitFor();
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await brokenWords('td:first-child'), `at ${width}`).to.deep.equal([]);
    }
    const row = page.getByRole('row').filter({ hasText: LONG });
    const [rename, suspend] = await Promise.all(
      ['Rename', 'Suspend'].map((name) => row.getByRole('button', { name }).boundingBox()),
    );
    expect(rename?.y).to.equal(suspend?.y);
  });

  it('addresses are not drawn over by the state beside them on the smallest phones', async () => {
    const { accounts, service } = portal();
    const { id } = await accounts.createStaff('support', { name: 'Vera Sample' });
    await service.db.query('UPDATE users SET email = $2, suspended = true WHERE id = $1', [
      id,
      `vera.${LONG}`,
    ]);
    page = await portal().openAs(await accounts.createStaff('admin'), '/staff', {
      viewport: { width: 320, height: 844 },
    });
    const row = page.getByRole('row').filter({ hasText: `vera.${LONG}` });
    const person = await row.getByRole('cell').first().locator('div > span').first().boundingBox();
    const state = await row.getByText('Suspended', { exact: true }).boundingBox();
    expect((person?.x ?? 0) + (person?.width ?? 0)).to.be.below(state?.x ?? 0);
  });

  it('addresses and notes of one long word leave the rest of a table in sight', async () => {
    const { accounts, service } = portal();
    const user = await accounts.createClientUser();
    const email = `${LONG_WORD}@example.test`;
    await service.db.query('UPDATE users SET email = $2, name = NULL WHERE id = $1', [user.id, email]);
    const owner = await accounts.signIn({ ...user, email });
    expect((await owner.post('/api/v1/api-keys', { name: 'Payroll' })).status).to.equal(201);
    const clientId = toPublicId('client', user.clientId);
    const admin = await accounts.createStaff('admin');
    const { status } = await (await accounts.signIn(admin)).post(
      `/api/v1/admin/clients/${clientId}/credits`,
      { amount: 500, note: LONG_WORD },
      { headers: { 'Idempotency-Key': LONG_WORD } },
    );
    expect(status).to.equal(201);
    page = await portal().openAs(admin);
    for (const [path, name] of [
      ['/audit-log', 'Audit log'],
      [`/clients/${clientId}`, 'Statement'],
    ] as const) {
      await page.goto(path);
      const table = page.getByRole('table', { name });
      await table.getByText(LONG_WORD).first().waitFor();
      for (const width of [820, 1100, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const beyond = await table.evaluate((own) => own.offsetWidth - (own.parentElement?.clientWidth ?? 0));
        expect(beyond, `${name} at ${width}`).to.be.at.most(0);
      }
    }
  });

  it('a table that is too wide makes the page no wider with what it says to screen readers only', async () => {
    const { accounts } = portal();
    await accounts.createClientUser({ credits: 100 });
    page = await portal().openAs(await accounts.createStaff('admin'), '/audit-log');
    const table = page.getByRole('table', { name: 'Audit log' });
    await table.getByText('Balance:').first().waitFor();
    await table.evaluate((own) => own.style.setProperty('min-width', '3000px'));
    const beyond = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(beyond)).to.be.at.most(0);
  });

  it('checks of the history of a subject stay whole on a small phone', async () => {
    const { accounts } = portal();
    const client = await portal().openAs(await accounts.createClientUser());
    const subject = subjectFor('alive_status', 'reset');
    for (const service of ['alive_status', 'consumer_trace', 'property_search'] as const) {
      await submitCheck(client, service, subject);
      await waitForStatus(client, 'manual_review');
    }
    await client.context().close();
    page = await portal().openAs(await accounts.createStaff('support'), '/reviews', {
      viewport: { width: 320, height: 844 },
    });
    await page.getByRole('link', { name: 'Property Search' }).first().click();
    const history = page.getByRole('listitem').filter({ hasText: 'Consumer/Person Trace' });
    await history.waitFor();
    expect(await brokenWords('li a')).to.deep.equal([]);
  });
});
