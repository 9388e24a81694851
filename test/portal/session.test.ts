import { expect } from 'chai';
import { signIn, usePortal } from './support/portal.js';

describe('the session of the portal', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });

  it('says nothing more than that e-mail or password are wrong', async () => {
    const page = await portal().open();
    await page.goto('/');
    await page.getByLabel('E-mail address').fill('nobody@example.test');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The e-mail address or the password is not right.').waitFor();
    await page.context().close();
  });

  it('is a cookie that no script can read', async () => {
    const page = await portal().openAs(await portal().accounts.createClientUser());
    const [cookie] = await page.context().cookies();
    expect(cookie).to.deep.include({ httpOnly: true, sameSite: 'Strict' });
    expect(await page.evaluate('document.cookie')).to.equal('');
    await page.context().close();
  });

  it('leads back to where it ended, and ends in every tab', async () => {
    const user = await portal().accounts.createClientUser();
    const page = await portal().openAs(user, '/wallet');
    const other = await page.context().newPage();
    await other.goto('/checks');
    await other.getByRole('heading', { name: 'History' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You have signed out.').waitFor();
    await other.getByText('You have signed out.').waitFor();
    await signIn(page, user);
    await page.getByRole('heading', { name: 'Wallet' }).waitFor();
    await page.context().close();
  });

  it('ends when the API no longer knows it', async () => {
    const page = await portal().openAs(await portal().accounts.createClientUser());
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Wallet', exact: true }).click();
    await page.getByText('Your session has ended.', { exact: false }).waitFor();
    await page.context().close();
  });

  it('ends after a quarter of an hour of nothing, and asks a minute before', async () => {
    const page = await portal().open();
    await page.clock.install();
    await page.goto('/');
    await signIn(page, await portal().accounts.createClientUser());
    await page.clock.runFor('14:05');
    await page.getByText('Are you still there?').waitFor();
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await page.clock.runFor('14:05');
    await page.getByText('Are you still there?').waitFor();
    await page.clock.runFor('01:00');
    await page.getByText('You were signed out because nothing was done', { exact: false }).waitFor();
    expect(await page.context().cookies()).to.deep.equal([]);
    await page.context().close();
  });

  it('shows nobody the pages of another role', async () => {
    const page = await portal().openAs(await portal().accounts.createStaff('support'), '/clients');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.goto('/wallet');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.context().close();
  });
});
