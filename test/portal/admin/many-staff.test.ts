import { expect } from 'chai';
import { usePortal } from '../support/portal.js';

/** More than the API lists unless it is asked for more. */
const STAFF = 30;

describe('the audit log of a large staff', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });

  it('can be searched for what each of them did', async () => {
    const { accounts } = portal();
    const names = Array.from({ length: STAFF }, (_, index) => `Colleague ${index + 1}`);
    for (const name of names) await accounts.createStaff('support', { name });
    const page = await portal().openAs(await accounts.createStaff('admin'), '/audit-log');
    const choices = page.getByLabel('Person').getByRole('option');
    await choices.filter({ hasText: `Colleague ${STAFF}` }).waitFor({ state: 'attached' });
    expect(await choices.allInnerTexts()).to.include.members(names);
    await page.context().close();
  });
});
