import { expect } from 'chai';
import { buildVerification } from '../../support/database/factories.js';
import { usePortal } from '../support/portal.js';

describe('going back from a case', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });

  it('leads to the cases that were sought', async () => {
    const { db } = portal().service;
    const { clientId } = await portal().accounts.createClientUser();
    for (const reference of ['Lease 17', 'Lease 18']) {
      const { id } = await buildVerification(db, { clientId, status: 'manual_review' });
      await db.query('UPDATE verifications SET reference = $2 WHERE id = $1', [id, reference]);
    }
    const page = await portal().openAs(await portal().accounts.createStaff('support'), '/reviews');
    const other = page.getByRole('row', { name: /Lease 18/ });
    await other.waitFor();
    const find = page.getByLabel('Find');
    await find.fill('Lease 17');
    await find.press('Enter');
    await other.waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /Lease 17/ })
      .getByRole('link')
      .click();
    await page.getByRole('heading', { name: 'Decide and go on' }).waitFor();
    await page.goBack();
    await page.getByRole('row', { name: /Lease 17/ }).waitFor();
    expect(await find.inputValue()).to.equal('Lease 17');
    expect(await other.count()).to.equal(0);
    expect(page.url(), 'it may name somebody').not.to.include('Lease');
    await page.context().close();
  });
});
