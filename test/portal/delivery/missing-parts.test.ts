import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { fillIn } from '../support/checks.js';
import { expectAccessible, usePortal } from '../support/portal.js';

const UNREACHABLE = 'The service cannot be reached. Check your connection, then try again.';

describe('a part of the portal that is loaded later', function () {
  this.timeout(90_000);

  const portal = usePortal({ workers: 0 });
  let page: Page;
  beforeEach(async () => {
    page = await portal().openAs(await portal().accounts.createClientUser());
  });
  afterEach(() => page.context().close());

  const open = (name: string) => page.getByRole('link', { name, exact: true }).click();
  const tryAgain = () => page.getByRole('button', { name: 'Try again' }).click();

  /** From now on nothing answers; returns what ends that. */
  async function disconnect(): Promise<() => Promise<void>> {
    await page.waitForLoadState('networkidle');
    await page.route('**/*', (route) => route.abort());
    return () => page.unroute('**/*');
  }

  it('opens once the service is back, in its own style and without losing what was typed elsewhere', async () => {
    await fillIn(page, 'aml_screening', 'Test Subject Two');
    const connect = await disconnect();
    await open('Wallet');
    await page.getByRole('heading', { name: 'This page did not open' }).waitFor();
    await page.getByText(UNREACHABLE).waitFor();
    await connect();
    const figures = page.getByRole('heading', { name: 'Statement' });
    await figures.waitFor();
    const sheets = await page.evaluate<(string | undefined)[]>(
      `[...document.querySelectorAll('link[rel=stylesheet]')].filter(({ sheet }) => sheet === null).map(({ href }) => href)`,
    );
    expect(sheets, 'style sheets that are missing').to.deep.equal([]);
    await open('New check');
    await page.getByRole('link', { name: /^AML/ }).click();
    await page.getByRole('textbox', { name: 'Purpose' }).waitFor();
    expect(await page.locator('form input').first().inputValue()).to.equal('Test Subject Two');
  });

  it('leaves the page as it is if it is a dialog, and can be opened later', async () => {
    await open('API keys');
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    const connect = await disconnect();
    await page.keyboard.press('Control+K');
    await page.getByText('That did not open').waitFor();
    await page.getByText(UNREACHABLE).waitFor();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await connect();
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox').waitFor();
  });

  it('is the sign-in page: it comes when the session has ended, also if it did not at once', async () => {
    const connect = await disconnect();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText(UNREACHABLE).waitFor();
    await connect();
    await tryAgain();
    await page.getByText('You have signed out.').waitFor();
  });

  it('is there before it is needed if it is the sign-in page', async () => {
    await page.waitForResponse(/sign-in-page/);
    await disconnect();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You have signed out.').waitFor();
  });

  it('is loaded with the rest of the new release where that has replaced it', async () => {
    await page.waitForLoadState('networkidle');
    await page.evaluate('window.fromBefore = true');
    let replaced = true;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) replaced = false;
    });
    await page.route('**/assets/**', (route) =>
      replaced ? route.fulfill({ status: 404, json: {} }) : route.continue(),
    );
    await open('Wallet');
    await page.getByRole('heading', { name: 'Statement' }).waitFor();
    expect(await page.evaluate('window.fromBefore')).to.equal(undefined);
  });

  it('waits where a new release has replaced it and something typed would be lost, and says so', async () => {
    await fillIn(page, 'aml_screening', 'Test Subject Two');
    await page.waitForLoadState('networkidle');
    await page.evaluate('window.fromBefore = true');
    await page.route('**/assets/**', (route) => route.fulfill({ status: 404, json: {} }));
    await open('Wallet');
    await page.getByText('There is a newer version of this page.', { exact: false }).waitFor();
    await page
      .getByText('What you have typed elsewhere and not sent would be lost', { exact: false })
      .waitFor();
    const band = page.getByRole('status').filter({ hasText: 'A new version is available.' });
    await band.waitFor();
    await expectAccessible(page);
    await page.goBack();
    expect(await page.locator('form input').first().inputValue()).to.equal('Test Subject Two');
    await band.getByRole('button', { name: 'Reload', exact: true }).click();
    await page.getByText('What you have typed and not sent would be lost.').waitFor();
    await page.getByRole('button', { name: 'Not now' }).click();
    expect(await page.evaluate('window.fromBefore')).to.equal(true);
  });

  it('is of a new release that is offered when somebody returns to the page, and reloads only if asked', async () => {
    const asked: string[] = [];
    await page.route('**/', async (route) => {
      asked.push(route.request().url());
      const response = await route.fetch();
      const before = await response.text();
      await route.fulfill({ response, body: before.replace(/index-[^"]+\.js/, 'index-of-the-next.js') });
    });
    const comeBack = async (minutes: number) => {
      await page.clock.setFixedTime(Date.now() + minutes * 60_000);
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    };
    await comeBack(1);
    expect(asked).to.deep.equal([]);
    await comeBack(10);
    const band = page.getByRole('status').filter({ hasText: 'A new version is available.' });
    await band.waitFor();
    expect(asked).to.have.length(1);
    await page.unroute('**/');
    await page.evaluate('window.fromBefore = true');
    await band.getByRole('button', { name: 'Reload' }).click();
    await page.waitForFunction('window.fromBefore === undefined');
    await page.locator('#content').waitFor();
    expect(await band.count()).to.equal(0);
  });
});
