import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { submit } from '../../support/checks/submit.js';
import { TestClient } from '../../support/http/client.js';
import { fillIn, subjectFor, submitCheck, waitForStatus } from '../support/checks.js';
import { expectAccessible, signIn, usePortal } from '../support/portal.js';

describe('what a client keeps in the portal', function () {
  this.timeout(120_000);

  const portal = usePortal();
  let user: TestUser;
  let page: Page;
  beforeEach(async () => {
    user = await portal().accounts.createClientUser({ credits: 1_000 });
    page = await portal().openAs(user);
  });
  afterEach(() => page.context().close());

  async function submitTwo(): Promise<void> {
    await submitCheck(page, 'said_verification', subjectFor('said_verification', 'positive'));
    await waitForStatus(page, 'completed');
    await submitCheck(page, 'vehicle_check', subjectFor('vehicle_check', 'negative'));
    await waitForStatus(page, 'completed');
  }

  it('is a history that is searched by subject without the subject in the address', async () => {
    await submitTwo();
    await page.getByRole('link', { name: 'History' }).click();
    const table = page.getByRole('table', { name: 'History of checks' });
    await table.getByRole('link', { name: 'Vehicle Check' }).waitFor();
    await page.getByLabel('Subject').fill('000101 0000 071');
    await page.getByLabel('Subject').press('Enter');
    await table.getByRole('link', { name: 'Vehicle Check' }).waitFor({ state: 'detached' });
    expect(await table.getByRole('link').allInnerTexts()).to.deep.equal(['SA ID (Basic)']);
    expect(decodeURIComponent(page.url())).not.to.include('000101');
    await table.getByRole('link', { name: 'SA ID (Basic)' }).click();
    await waitForStatus(page, 'completed');
    await page.goBack();
    await table.getByRole('link', { name: 'SA ID (Basic)' }).waitFor();
    expect(await page.getByLabel('Subject').inputValue(), 'after going back').to.match(/^000101/);
    expect(await table.getByRole('link').count(), 'after going back').to.equal(1);
    await page.getByLabel('Subject').fill('0001010001079');
    await page.getByLabel('Subject').press('Enter');
    await page.getByText('Nothing matches').waitFor();
  });

  it('is a history that is searched by what it shows of a subject, and asks for nothing by an address', async () => {
    await submitTwo();
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(decodeURIComponent(request.url())));
    await page.getByRole('link', { name: 'History' }).click();
    const table = page.getByRole('table', { name: 'History of checks' });
    const found = table.getByRole('link', { name: 'SA ID (Basic)' });
    for (const typed of ['0071', '*********0071', '0071 ']) {
      await page.getByLabel('Subject').fill(typed);
      await page.getByLabel('Subject').press('Enter');
      await table.getByRole('link', { name: 'Vehicle Check' }).waitFor({ state: 'detached' });
      await found.waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'CSV' }).click(),
      ]);
      expect((await readFile(await download.path(), 'utf8')).trim().split('\r\n')).to.have.length(2);
      await page.getByRole('button', { name: 'Clear' }).click();
      await table.getByRole('link', { name: 'Vehicle Check' }).waitFor();
    }
    await page.getByLabel('Subject').fill('00710');
    await page.getByLabel('Subject').press('Enter');
    await page.getByText('No check accepts this subject').waitFor();
    await page.getByText('or the last four characters that the list shows', { exact: false }).waitFor();
    expect(addresses.filter((address) => address.includes('071'))).to.deep.equal([]);
  });

  it('is found by reference and by whole subject with Ctrl K, and by nothing in an address', async () => {
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(decodeURIComponent(request.url())));
    await fillIn(page, 'said_verification', subjectFor('said_verification', 'positive'));
    await page.getByRole('textbox', { name: 'Your reference' }).fill('CASE-2026-17');
    await page.getByRole('button', { name: /^Submit check/ }).click();
    await waitForStatus(page, 'completed');
    const report = page.url();
    const look = page.getByRole('combobox', { name: 'Page, check, request id, reference or subject' });
    // As fast as possible, without checking that the dialog is open.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('CASE-2026-17');
    await page.getByRole('option', { name: /SA ID \(Basic\) · CASE-2026-17/ }).waitFor();
    await look.fill('000101 0000 071');
    await page.getByRole('option', { name: 'Everything about this subject' }).waitFor();
    await expectAccessible(page);
    await look.press('Enter');
    await page.getByRole('heading', { name: 'One subject' }).waitFor();
    const table = page.getByRole('table', { name: 'Checks on this subject' });
    await table.getByText('CASE-2026-17').waitFor();
    await table.getByRole('link', { name: 'SA ID (Basic)' }).click();
    await page.waitForURL(report);
    expect(addresses.filter((address) => /000101|CASE/.test(address))).to.deep.equal([]);
  });

  it('is a history whose filters are in the address and survive a reload', async () => {
    await submitTwo();
    await page.goto('/checks');
    await page.getByLabel('Outcome').selectOption('negative');
    await page.waitForURL(/outcome=negative/);
    await page.reload();
    const links = page.getByRole('table', { name: 'History of checks' }).getByRole('link');
    await links.first().waitFor();
    expect(await links.allInnerTexts()).to.deep.equal(['Vehicle Check']);
  });

  it('is a file of all that the filters match', async () => {
    await submitTwo();
    await page.goto('/checks');
    await page.getByRole('table', { name: 'History of checks' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).to.equal('verifications.csv');
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines).to.have.length(3);
    expect(lines[0]).to.match(/^request_id,/);
  });

  it('is a wallet of a period, with its chart over nothing and its dates apart on a phone', async () => {
    const user = await portal().accounts.createClientUser({ credits: 1_000 });
    const earlier = await portal().openAs(user, '/wallet', { viewport: { width: 390, height: 844 } });
    await submitCheck(earlier, 'said_verification', subjectFor('said_verification', 'positive'));
    await waitForStatus(earlier, 'completed');
    const asked: string[] = [];
    earlier.on('request', (request) => asked.push(request.url()));
    await earlier.goto('/wallet');
    const chart = earlier.getByRole('img', { name: /^Available credits over 3 entries/ });
    await chart.waitFor();
    // 995 of 1 000 is a tiny decrease: the whole line is in the upper tenth.
    const path = (await chart.locator('path').last().getAttribute('d')) ?? '';
    const heights = [...path.matchAll(/[V ](\d+(?:\.\d+)?)/g)].map(([, y]) => Number(y));
    expect(Math.max(...heights)).to.be.below(30);
    const [from, to] = await Promise.all(
      [0, 1].map((index) => chart.locator('xpath=..').locator('time').nth(index).boundingBox()),
    );
    if (!from || !to) throw new Error('The chart has no dates');
    expect(from.x + from.width).to.be.below(to.x);
    await earlier.getByLabel('Period', { exact: true }).selectOption('7d');
    await chart.waitFor();
    await earlier.waitForLoadState('networkidle');
    const ofPeriod = asked.filter((address) => address.includes('created_from='));
    expect(ofPeriod.map((address) => new URL(address).searchParams.get('limit'))).to.have.members([
      '100',
      null,
    ]);
    await earlier.goto('/wallet?period=2021-12');
    await earlier.getByText('No entry matches this period and kind.').waitFor();
    const shared = earlier.getByLabel('Period', { exact: true }).locator('option:checked');
    expect(await shared.innerText(), 'of a link that was shared').to.equal('December 2021');
    await earlier.context().close();
  });

  it('is a wallet with its statement and a chart', async () => {
    await submitTwo();
    await page.getByRole('link', { name: 'Wallet', exact: true }).click();
    await page.getByRole('img', { name: /^Available credits over/ }).waitFor();
    const statement = page.getByRole('table', { name: 'Statement' });
    await statement.waitFor();
    expect(await statement.getByRole('cell', { name: 'Charged', exact: true }).count()).to.equal(2);
    await page.getByLabel('Kind of entry').selectOption('reserve');
    await statement
      .getByRole('cell', { name: 'Charged', exact: true })
      .first()
      .waitFor({ state: 'detached' });
    expect(await statement.getByRole('cell', { name: 'Reserved', exact: true }).count()).to.equal(2);
    await statement.getByRole('link', { name: 'Vehicle Check' }).click();
    await waitForStatus(page, 'completed');
    await page.goBack();
    await statement.waitFor();
    expect(await page.getByLabel('Kind of entry').inputValue(), 'after going back').to.equal('reserve');
    await page.reload();
    await statement.waitFor();
    expect(await page.getByLabel('Kind of entry').inputValue(), 'after a reload').to.equal('reserve');
    expect(await statement.getByRole('cell', { name: 'Charged', exact: true }).count()).to.equal(0);
  });

  it('is a wallet whose statement ends with the credits that it says are available', async () => {
    await page.clock.install();
    await page.goto('/wallet');
    const available = page.getByRole('definition').first();
    await available.filter({ hasText: '1 000' }).waitFor();
    await page.getByRole('row', { name: /Top-up .* 1 000$/ }).waitFor();
    // By a system of the client: nothing in the page tells of it.
    const { api } = portal().service;
    await submit(api.client, await portal().accounts.login(user));
    await page.clock.fastForward('00:31');
    await available.filter({ hasText: '995' }).waitFor();
    await page.getByRole('row', { name: /Reserved .* 995$/ }).waitFor();
  });

  it('is a key that works until it is revoked', async () => {
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('HR onboarding');
    await page.getByRole('button', { name: 'Create the key' }).click();
    const key = await page.getByTestId('secret').innerText();
    const machine = new TestClient(portal().service.api.url).withToken(key);
    expect((await machine.get('/api/v1/verifications')).status).to.equal(200);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    expect(await page.content()).not.to.include(key);
    await page.getByRole('button', { name: 'Revoke HR onboarding' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('No keys').waitFor();
    expect((await machine.get('/api/v1/verifications')).status).to.equal(401);
  });

  it('is a webhook that can be tested and taken away', async () => {
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('button', { name: 'New webhook' }).click();
    // A local port on which nothing listens: the result of the test is shown, too.
    await page.getByLabel('Address').fill('http://127.0.0.1:9/hook');
    await page.getByRole('button', { name: 'Create the webhook' }).click();
    expect(await page.getByTestId('secret').innerText()).to.match(/^whsec_/);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('link', { name: 'http://127.0.0.1:9/hook' }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('cell', { name: 'Test', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No webhooks').waitFor();
  });

  it('is a password that ends the session when it changes', async () => {
    await page.goto('/account');
    await page.getByLabel('Current password').fill(user.password);
    await page.getByLabel('New password', { exact: true }).fill('another good password');
    await page.getByLabel('New password again').fill('another good password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password has changed.', { exact: false }).waitFor();
    await signIn(page, { email: user.email, password: 'another good password' });
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
  });
});
