import { usePortal } from './support/portal.js';

describe('the sign-in page', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });

  it('sends what a password manager has filled in without the events of a keyboard', async () => {
    const { email, password } = await portal().accounts.createClientUser();
    const page = await portal().open();
    await page.goto('/wallet');
    for (const [label, value] of [
      ['E-mail address', email],
      ['Password', password],
    ] as const) {
      await page
        .getByLabel(label, { exact: true })
        .evaluate((field, filled) => Object.assign(field, { value: filled }), value);
    }
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Wallet' }).waitFor();
    await page.context().close();
  });
});
