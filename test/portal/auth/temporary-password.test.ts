import { signIn, usePortal } from '../support/portal.js';

const OWN = 'a password of my own';

describe('a temporary password in the portal', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });

  it('is asked to be changed after a reload and in another tab, too', async () => {
    const person = await portal().accounts.createStaff('support');
    await portal().service.db.query('UPDATE users SET must_change_password = true WHERE id = $1', [
      person.id,
    ]);
    const page = await portal().open();
    await portal().signInBehind(page, person);
    const change = page.getByRole('heading', { name: 'Choose your password' });
    await page.goto('/reviews');
    await change.waitFor();
    await page.reload();
    await change.waitFor();
    await page.getByLabel('Current password').fill(person.password);
    await page.getByLabel('New password', { exact: true }).fill(OWN);
    await page.getByLabel('New password again').fill(OWN);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password has changed.', { exact: false }).waitFor();
    await signIn(page, { email: person.email, password: OWN });
    await page.getByRole('heading', { name: 'Reviews' }).waitFor();
    await page.context().close();
  });
});
