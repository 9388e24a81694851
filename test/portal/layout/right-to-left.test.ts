import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { toPublicId } from '../../../shared/domain/ids.js';
import { buildVerification } from '../../support/database/factories.js';
import { usePortal } from '../support/portal.js';

const NAME = 'شركة الاختبار';
const OTHER_NAME = 'مكتب العقود';

describe('what is written from right to left', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });

  /** Where these words stand in an element, from the left. */
  const leftOf = (element: Locator, words: string): Promise<number> =>
    element.evaluate((around, sought) => {
      const { document: page, NodeFilter: kinds } = around.ownerDocument.defaultView;
      const walker = page.createTreeWalker(around, kinds.SHOW_TEXT);
      while (walker.nextNode()) {
        const at = walker.currentNode.data.indexOf(sought);
        if (at < 0) continue;
        const range = page.createRange();
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + sought.length);
        return range.getBoundingClientRect().left;
      }
      throw new Error(`Not there: ${sought}`);
    }, words);

  it('leaves what stands behind a reference in its place', async () => {
    const { db } = portal().service;
    const user = await portal().accounts.createClientUser();
    const { id } = await buildVerification(db, { clientId: user.clientId, status: 'completed' });
    await db.query('UPDATE verifications SET reference = $2 WHERE id = $1', [id, NAME]);
    const page = await portal().openAs(user);
    const result = page.getByRole('listitem').filter({ hasText: NAME });
    await result.waitFor();
    expect(await leftOf(result, NAME)).to.be.below(await leftOf(result, '*'));
    await page.context().close();
  });

  it('leaves what was there before a change before it', async () => {
    const admin = await portal().accounts.createStaff('admin');
    const { clientId } = await portal().accounts.createClientUser({ client: { name: NAME } });
    const caller = await portal().accounts.signIn(admin);
    const answer = await caller.send('PATCH', `/api/v1/admin/clients/${toPublicId('client', clientId)}`, {
      json: { name: OTHER_NAME },
    });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    const page = await portal().openAs(admin, '/audit-log');
    const change = page.getByRole('listitem').filter({ hasText: '→' }).first();
    await change.waitFor();
    expect(await leftOf(change, NAME)).to.be.below(await leftOf(change, OTHER_NAME));
    await page.context().close();
  });
});
