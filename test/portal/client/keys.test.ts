import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { TestClient } from '../../support/http/client.js';
import { expectAccessible, usePortal } from '../support/portal.js';

describe('the page of API keys', function () {
  this.timeout(120_000);

  const portal = usePortal();
  let page: Page;
  beforeEach(async () => {
    page = await portal().openAs(await portal().accounts.createClientUser({ credits: 100 }), '/api-keys');
  });
  afterEach(() => page.context().close());

  const statusWith = async (key: string, path: string) =>
    (await new TestClient(portal().service.api.url).withToken(key).get(path)).status;

  async function makeKey(name: string): Promise<string> {
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Make the key' }).click();
    return takeSecret();
  }

  async function takeSecret(): Promise<string> {
    const secret = await page.getByTestId('secret').innerText();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    return secret;
  }

  it('makes a key that may do only what was chosen, from where it was said, until its last day', async () => {
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Treasury');
    await page.getByLabel('Submit checks').uncheck();
    await page.getByLabel('Read checks').uncheck();
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.getByText('Choose at least one thing that the key may do.').waitFor();
    await page.getByLabel('Read the wallet').check();
    await page.getByLabel('Allowed addresses').fill('203.0.113.9/24');
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.getByText('Every entry must be a network in CIDR notation', { exact: false }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Allowed addresses').fill('127.0.0.1\n::1');
    await page.getByLabel('Last day').fill('2099-12-31');
    await page.getByRole('button', { name: 'Make the key' }).click();
    const key = await takeSecret();
    expect(await statusWith(key, '/api/v1/wallet')).to.equal(200);
    expect(await statusWith(key, '/api/v1/verifications')).to.equal(403);
    const row = page.getByRole('row').filter({ hasText: 'Treasury' });
    await row.getByText('127.0.0.1/32 and 1 more').waitFor();
    await row.getByText('31 Dec 2099', { exact: false }).waitFor();
  });

  it('takes no last day that is typed in part, or of a year that has more than four digits', async () => {
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Payroll');
    const day = page.getByLabel('Last day');
    await day.focus();
    const isInSight = `(() => {
      const { left, top, height } = document.activeElement.getBoundingClientRect();
      return document.elementFromPoint(left + 20, top + height / 2) === document.activeElement;
    })()`;
    expect(await page.evaluate(isInSight), 'not behind the buttons of the dialog').to.equal(true);
    // Month first: what the browser takes the language of its own windows for.
    await page.keyboard.type('1231', { delay: 60 });
    await page.keyboard.press('Enter');
    await page.getByText('Complete this day, or clear the field.').waitFor();
    await page.keyboard.type('20991', { delay: 60 });
    expect(await day.inputValue()).to.match(/^\d{4}-12-31$/);
  });

  it('changes a key, which counts at once', async () => {
    const key = await makeKey('Payroll');
    expect(await statusWith(key, '/api/v1/wallet')).to.equal(403);
    await page.getByRole('button', { name: 'Change Payroll' }).click();
    await page.getByLabel('Read the wallet').check();
    await page.getByRole('button', { name: 'Change the key' }).click();
    await page.getByRole('cell', { name: 'Submit, Read, Wallet' }).waitFor();
    expect(await statusWith(key, '/api/v1/wallet')).to.equal(200);
    await page.getByRole('button', { name: 'Change Payroll' }).click();
    await page.getByLabel('Allowed addresses').fill('192.0.2.0/24');
    await page.getByRole('button', { name: 'Change the key' }).click();
    await page.getByRole('cell', { name: '192.0.2.0/24' }).waitFor();
    expect(await statusWith(key, '/api/v1/wallet')).to.equal(403);
  });

  it('gives a key another secret beside the one of before', async () => {
    const before = await makeKey('Onboarding');
    await page.getByRole('button', { name: 'New secret for Onboarding' }).click();
    await page.getByRole('button', { name: 'Make the new secret' }).click();
    const after = await takeSecret();
    expect(after).not.to.equal(before);
    for (const key of [before, after]) expect(await statusWith(key, '/api/v1/verifications')).to.equal(200);
    await page.getByText('The previous secret until', { exact: false }).waitFor();
    await expectAccessible(page);
  });

  it('makes a key of test mode, which is listed there', async () => {
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Continuous integration');
    await page.getByLabel('For', { exact: true }).selectOption('test');
    await page.getByRole('button', { name: 'Make the key' }).click();
    expect(await takeSecret()).to.match(/^vk_test_/);
    await page.getByText('No keys').waitFor();
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('Answers are invented', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('cell', { name: /^Continuous integration/ }).waitFor();
  });
});
