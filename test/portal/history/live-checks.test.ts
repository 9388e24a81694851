import { expect } from 'chai';
import { buildVerification } from '../../support/database/factories.js';
import { expectAccessible, usePortal } from '../support/portal.js';

const SUBJECT = '0001010000071';

describe('live checks for a developer', function () {
  this.timeout(120_000);

  const portal = usePortal({ workers: 0 });

  it('are listed by id, state and service, found by their key, and say nothing of a person', async () => {
    const { accounts, service } = portal();
    const owner = await accounts.createClientUser();
    const { clientId } = owner;
    const build = (idempotencyKey: string, more: Partial<Parameters<typeof buildVerification>[1]>) =>
      buildVerification(service.db, { clientId, idempotencyKey, subject: SUBJECT, ...more });
    const done = await build('lease-17', {
      ...{ status: 'completed', label: 'Identity number confirmed', purpose: 'Lease of a flat' },
    });
    const open = await build('lease-18', { serviceCode: 'alive_status', status: 'manual_review' });
    const developer = await accounts.createClientUser({ clientId, user: { role: 'developer' } });
    // Their first page, since the home page has figures that are not for them.
    const page = await portal().openAs(developer);
    const heard: string[] = [];
    page.on('response', (answer) => {
      if (answer.url().includes('/verifications')) void answer.text().then((text) => heard.push(text));
    });
    await page.waitForURL(/\/live-checks$/);
    expect((await page.goto('/live-checks'))?.status()).to.equal(200);
    await page.getByRole('heading', { level: 1, name: 'Live checks' }).waitFor();
    const rows = page.getByRole('table', { name: 'Live checks' }).getByRole('row');
    await rows.filter({ hasText: done.requestId }).filter({ hasText: 'Completed' }).waitFor();
    await rows.filter({ hasText: open.requestId }).filter({ hasText: 'In review' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Idempotency key').click();
    await page.keyboard.type('lease-18');
    await page.keyboard.press('Enter');
    await rows.filter({ hasText: done.requestId }).waitFor({ state: 'detached' });
    expect(await rows.filter({ hasText: open.requestId }).count()).to.equal(1);
    const shown = `${await page.locator('#content').innerText()} ${heard.join(' ')}`;
    expect(heard).not.to.deep.equal([]);
    for (const part of [SUBJECT.slice(-4), 'confirmed', 'flat', 'credits_charged']) {
      expect(shown).not.to.include(part);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(overflow)).to.be.at.most(0);
    // Where reports can be read, in test mode, the history takes its place.
    await page.setViewportSize({ width: 1440, height: 900 });
    const menu = page.getByRole('navigation', { name: 'Main' });
    await page.getByRole('group', { name: 'Mode' }).getByRole('button', { name: 'Test' }).click();
    await menu.getByRole('link', { name: 'History' }).waitFor();
    expect(await menu.getByRole('link', { name: 'Live checks' }).count()).to.equal(0);
    await page.context().close();
  });
});
