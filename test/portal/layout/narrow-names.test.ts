import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { subjectFor, submitCheck, waitForStatus } from '../support/checks.js';
import { usePortal } from '../support/portal.js';

const LONG = 'a.member.of.staff.with.a.rather.long.address@support.verification-services.example.test';

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
