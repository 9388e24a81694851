import { signIn, usePortal } from '../support/portal.js';

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

  it('says what is wrong with an address, not only that something is', async () => {
    const page = await portal().open();
    await page.goto('/');
    await page.getByLabel('E-mail address').fill('somebody@');
    await page.getByLabel('Password', { exact: true }).fill('anything');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Must be an e-mail address', { exact: false }).waitFor();
    await page.context().close();
  });

  it('says so when the browser keeps no session, instead of asking again without a word', async () => {
    const { email, password } = await portal().accounts.createClientUser();
    const page = await portal().open();
    await page.route('**/api/v1/login', async (route) => {
      const response = await route.fetch();
      await page.context().clearCookies();
      const { 'set-cookie': _refused, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await page.goto('/');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('this browser did not keep the session', { exact: false }).waitFor();
    await page.context().close();
  });

  it('gives the focus to the page that it leads to, which screen readers then read', async () => {
    const { accounts } = portal();
    const page = await portal().open();
    await page.goto('/');
    await signIn(page, await accounts.createClientUser());
    await page.getByRole('heading', { name: 'Home', level: 1 }).and(page.locator(':focus')).waitFor();
    await page.context().close();
  });

  it('leads an account with another role to its own pages, at the address of somebody else', async () => {
    const { accounts } = portal();
    const page = await portal().open();
    await page.goto('/team');
    await signIn(page, await accounts.createClientUser());
    await page.getByRole('heading', { name: 'Team' }).waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await signIn(page, await accounts.createStaff('support'));
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'Reviews', exact: true }).click();
    await page.getByRole('heading', { name: 'Reviews' }).waitFor();
    await page.context().close();
  });
});
