import { usePortal } from '../support/portal.js';

describe('a link that is opened where another of its kind was', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });

  it('is the one that counts: an invitation', async () => {
    const page = await portal().open();
    await page.goto(`/invitation#${'A'.repeat(43)}`);
    await page.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor();
    const asked = page.waitForRequest(
      (request) =>
        request.url().endsWith('/invitations/lookup') && request.postData()?.includes('BBB') === true,
    );
    await page.goto(`/invitation#${'B'.repeat(43)}`);
    await asked;
    await page.context().close();
  });

  it('is the one that counts: for a new password', async () => {
    const page = await portal().open();
    await page.goto(`/reset-password#${'A'.repeat(43)}`);
    for (const label of ['New password', 'New password again']) {
      await page.getByLabel(label, { exact: true }).fill('correct horse battery');
    }
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
    await page.goto(`/reset-password#${'B'.repeat(43)}`);
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    await page.context().close();
  });
});
