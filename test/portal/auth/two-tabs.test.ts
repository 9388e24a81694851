import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { fillIn, subjectFor } from '../support/checks.js';
import { signIn, usePortal } from '../support/portal.js';

describe('two tabs of one browser', function () {
  this.timeout(120_000);

  const portal = usePortal({ workers: 0 });

  const client = (name = 'Client of before') =>
    portal().accounts.createClientUser({ credits: 100, client: { name } });

  async function enterTestMode(page: Page): Promise<void> {
    await page.getByRole('group', { name: 'Mode' }).getByRole('button', { name: 'Test' }).click();
    await page.getByText('Answers are invented', { exact: false }).waitFor();
  }

  /** Signs in on a page of its own, after the session of the other tabs has ended without their knowing. */
  async function signInElsewhere(page: Page, user: TestUser): Promise<Page> {
    await page.context().clearCookies();
    const other = await page.context().newPage();
    await other.goto('/');
    await signIn(other, user);
    return other;
  }

  async function liveChecksOf(user: TestUser): Promise<unknown> {
    const { body } = await (await portal().accounts.signIn(user)).get('/api/v1/verifications');
    return body.data;
  }

  it('never show one person and act for another: the older one gives way', async () => {
    const page = await portal().openAs(await client());
    await page.getByText('Client of before', { exact: false }).first().waitFor();
    await signInElsewhere(page, await client('Client of after'));
    await page.getByText('Client of before', { exact: false }).first().waitFor({ state: 'detached' });
    await page.getByText('Client of after', { exact: false }).first().waitFor();
    await page.context().close();
  });

  it('show nothing of the older one, not even a secret that it has not stored yet', async () => {
    const page = await portal().openAs(await client(), '/api-keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Payroll');
    await page.getByRole('button', { name: 'Make the key' }).click();
    const secret = page.getByTestId('secret');
    await secret.waitFor();
    const other = await client();
    await portal().signInBehind(page, other);
    // Looked at again, it asks who is signed in.
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await secret.waitFor({ state: 'detached' });
    await page.getByText(other.email).first().waitFor();
    await page.context().close();
  });

  it('pay for nothing that was filled in as a test, once a session has begun in the other', async () => {
    const user = await client();
    const page = await portal().openAs(user);
    await enterTestMode(page);
    await fillIn(page, 'said_verification', subjectFor('said_verification', 'positive'));
    await signInElsewhere(page, user);
    await page.getByText('Answers are invented', { exact: false }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Submit check/ }).waitFor();
    expect(await page.locator('form input').first().inputValue()).to.equal('');
    await page.context().close();
  });

  it('nor while the other is still waiting for the answer to its switch of modes', async () => {
    const user = await client();
    const page = await portal().openAs(user);
    await enterTestMode(page);
    await fillIn(page, 'said_verification', subjectFor('said_verification', 'positive'));
    // As a switch to live mode, whose answer is on its way, leaves the browser.
    await portal().signInBehind(page, user);
    await page.getByRole('button', { name: /^Submit check/ }).click();
    await page.getByText('Answers are invented', { exact: false }).waitFor({ state: 'detached' });
    expect(await liveChecksOf(user)).to.deep.equal([]);
    await page.context().close();
  });

  it('both go on when a request is refused, but the same person has signed in again by then', async () => {
    const page = await portal().openAs(await client(), '/wallet');
    await page.getByRole('heading', { name: 'Wallet' }).waitFor();
    const before = { 'x-session-of': 'usr_01k6zq1v5hf4q8k3m2n7p9r0s1 live' };
    await page.route(
      /\/api\/v1\/verifications/,
      (route) => route.continue({ headers: { ...route.request().headers(), ...before } }),
      { times: 1 },
    );
    const refused = page.waitForResponse((answer) => answer.status() === 401);
    const asked = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/v1/me');
    await page.getByRole('link', { name: 'History' }).click();
    await refused;
    await asked;
    await page.getByRole('link', { name: 'Wallet' }).click();
    await page.getByRole('heading', { name: 'Wallet' }).waitFor();
    await page.context().close();
  });

  it('show nothing of a role that was taken away, once the person has signed in again in one of them', async () => {
    const { accounts } = portal();
    const owner = await client();
    const person = await accounts.createClientUser({ clientId: owner.clientId });
    const page = await portal().openAs(person, '/checks');
    await page.getByText('No checks yet').waitFor();
    const json = { role: 'developer' };
    const { status } = await (await accounts.signIn(owner)).send('PATCH', `/api/v1/team/${person.publicId}`, {
      json,
    });
    expect(status).to.equal(200);
    const other = await signInElsewhere(page, person);
    await other.getByRole('heading', { name: 'Live checks' }).waitFor();
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await page.getByRole('link', { name: 'History' }).count()).to.equal(0);
    await page.context().close();
  });

  it('end both sessions when the older one signs out', async () => {
    const page = await portal().openAs(await client());
    await portal().signInBehind(page, await client());
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You have signed out.').waitFor();
    expect(await page.context().cookies()).to.deep.equal([]);
    await page.context().close();
  });
});

describe('a sign-out without a connection', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });

  it('ends the session for whoever opens the page once there is one', async () => {
    const page = await portal().openAs(await portal().accounts.createClientUser(), '/wallet');
    await page.getByRole('heading', { name: 'Wallet' }).waitFor();
    await page.route('**/api/v1/logout', (route) => route.abort('internetdisconnected'));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You have signed out.').waitFor();
    await page.reload();
    await page.getByText('The service cannot be reached.', { exact: false }).waitFor();
    await page.unroute('**/api/v1/logout');
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.context().cookies()).to.deep.equal([]);
    await page.context().close();
  });

  it('takes everything off the screen although the connection neither answers nor breaks', async () => {
    const page = await portal().openAs(await portal().accounts.createClientUser(), '/wallet');
    const heading = page.getByRole('heading', { name: 'Wallet' });
    await heading.waitFor();
    await page.route('**/api/v1/logout', () => undefined);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You have signed out.').waitFor();
    expect(await heading.count()).to.equal(0);
    await page.context().close();
  });

  it('is forgotten when somebody signs in', async () => {
    const user = await portal().accounts.createClientUser();
    const page = await portal().openAs(user, '/wallet');
    await page.getByRole('heading', { name: 'Wallet' }).waitFor();
    await page.route('**/api/v1/logout', (route) => route.abort('internetdisconnected'));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You have signed out.').waitFor();
    await page.unroute('**/api/v1/logout');
    await signIn(page, user);
    await page.reload();
    await page.getByRole('heading', { name: 'Wallet' }).waitFor();
    await page.context().close();
  });
});
