import { signIn, usePortal } from './support/portal.js';

const TWO_DAYS_MS = 2 * 24 * 3_600_000;

describe('an unattended screen whose clock is set back', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });

  it('is signed out after a quarter of an hour all the same', async () => {
    const page = await portal().open();
    await page.clock.install({ time: Date.now() + TWO_DAYS_MS });
    await page.goto('/');
    await signIn(page, await portal().accounts.createClientUser());
    await page.clock.setSystemTime(Date.now());
    await page.clock.runFor('14:05');
    await page.getByText('Are you still there?').waitFor();
    await page.clock.runFor('01:00');
    await page.getByText('You were signed out because nothing was done', { exact: false }).waitFor();
    await page.context().close();
  });
});
