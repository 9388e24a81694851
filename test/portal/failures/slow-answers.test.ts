import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { fillIn, requestIdOf, subjectFor, submitCheck, waitForStatus } from '../support/checks.js';
import { usePortal } from '../support/portal.js';

describe('what is done in the portal before a slow answer', function () {
  this.timeout(120_000);

  const portal = usePortal();
  let page: Page;
  afterEach(() => page.context().close());

  const submit = () => page.getByRole('button', { name: /^Submit check/ });
  const first = subjectFor('said_verification', 'positive');
  const second = subjectFor('said_verification', 'negative');

  /** Holds the answers of an address back until the returned function is called. */
  async function holdBack(pattern: string): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(pattern, async (route) => {
      const answer = await route.fetch();
      await released;
      await route.fulfill({ response: answer });
    });
    return release;
  }

  /** The bodies of the submissions that follow. */
  function submissions(): { subject: string; if_duplicate: string }[] {
    const sent: { subject: string; if_duplicate: string }[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/verifications')) {
        sent.push(request.postDataJSON());
      }
    });
    return sent;
  }

  it('pays for no other subject than the one that was asked about', async () => {
    page = await portal().openAs(await portal().accounts.createClientUser({ credits: 100 }));
    for (const subject of [first, second]) {
      await submitCheck(page, 'said_verification', subject);
      await waitForStatus(page, 'completed');
    }
    await fillIn(page, 'said_verification', first);
    const sent = submissions();
    const answer = await holdBack('**/preflight');
    const asked = page.waitForResponse('**/preflight');
    await submit().click();
    await page.locator('form input').first().fill(second);
    answer();
    await asked;
    // Not about the first subject, which is not there any more: the second has duplicates of its own.
    await submit().and(page.locator(':not([data-loading])')).click();
    await page.getByRole('button', { name: /^Pay .* again$/ }).click();
    await requestIdOf(page);
    const digits = sent.map(({ subject, if_duplicate }) => [subject.replaceAll(' ', ''), if_duplicate]);
    expect(digits).to.deep.equal([[second, 'accept']]);
  });

  it('offers another check of the subject that was submitted, not of one typed since', async () => {
    page = await portal().openAs(await portal().accounts.createClientUser({ credits: 100 }));
    await fillIn(page, 'said_verification', first);
    const answer = await holdBack('**/preflight');
    await submit().click();
    await page.locator('form input').first().fill(second);
    answer();
    await requestIdOf(page);
    await waitForStatus(page, 'completed');
    await page.getByRole('button', { name: 'Another check on this subject' }).click();
    await page.getByRole('link', { name: /^SA ID/ }).click();
    const offered = await page.getByRole('textbox', { name: 'Identity number' }).inputValue();
    expect(offered.replaceAll(' ', '')).to.equal(first);
  });

  it('is not lost, or left, when a check submitted before it is accepted', async () => {
    page = await portal().openAs(await portal().accounts.createClientUser({ credits: 100 }));
    await fillIn(page, 'said_verification', first);
    const answer = await holdBack('**/preflight');
    await submit().click();
    await page.getByRole('link', { name: /^Vehicle Check/ }).click();
    const plate = page.getByRole('textbox', { name: 'Vehicle registration number' });
    await plate.fill('TST001GP');
    answer();
    await page.getByText('Check submitted').waitFor();
    expect(await plate.inputValue()).to.equal('TST001GP');
    for (const confirmation of await page.getByRole('checkbox').all()) await confirmation.check();
    await submit().click();
    await requestIdOf(page);
    await page.getByRole('heading', { level: 1, name: 'Vehicle Check' }).waitFor();
  });

  it('is accepted under a key of its own, while what was sent before keeps the first', async () => {
    const user = await portal().accounts.createClientUser({ credits: 100 });
    page = await portal().openAs(user);
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/verifications')) {
        keys.push(request.headers()['idempotency-key']);
      }
    });
    await fillIn(page, 'said_verification', first);
    const answer = await holdBack('**/preflight');
    await submit().click();
    await page.getByRole('link', { name: /^Vehicle Check/ }).click();
    await page.getByRole('textbox', { name: 'Vehicle registration number' }).waitFor();
    await page.getByRole('link', { name: /^SA ID \(Basic\)/ }).click();
    await page.getByRole('textbox', { name: 'Identity number' }).waitFor();
    for (const confirmation of await page.getByRole('checkbox').all()) await confirmation.check();
    await submit().click();
    answer();
    await requestIdOf(page);
    await page.getByText('Check submitted').waitFor();
    expect(new Set(keys).size).to.equal(1);
    const { body } = await (await portal().accounts.signIn(user)).get('/api/v1/verifications');
    expect(body.data).to.have.length(1);
  });

  it('does not hide that the check submitted before it was not accepted, until somebody signs out', async () => {
    page = await portal().openAs(await portal().accounts.createClientUser({ credits: 100 }));
    await submitCheck(page, 'said_verification', first);
    await waitForStatus(page, 'completed');
    await fillIn(page, 'said_verification', first);
    const answer = await holdBack('**/preflight');
    await submit().click();
    await page.getByRole('link', { name: /^Vehicle Check/ }).click();
    answer();
    const message = page.getByRole('alert').filter({ hasText: 'The same check was made before' });
    await message.waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You have signed out.').waitFor();
    await message.waitFor({ state: 'detached' });
  });

  it('leaves the dialog of a secret open, which is shown once', async () => {
    page = await portal().openAs(await portal().accounts.createClientUser(), '/api-keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Payroll');
    const answer = await holdBack('**/api/v1/api-keys');
    await page.getByRole('button', { name: 'Create the key' }).click();
    const locked = page.getByRole('dialog').getByRole('button', { name: 'Cancel', disabled: true });
    await locked.waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await locked.waitFor();
    answer();
    await page.getByTestId('secret').waitFor();
  });

  it('does not take whoever has gone on away to the batch of a file that is uploaded by then', async () => {
    page = await portal().openAs(await portal().accounts.createClientUser(), '/batches');
    await page.locator('input[type="file"]').setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`subject,service_code,purpose\n${first},said_verification,Screening of staff`),
    });
    const answer = await holdBack('**/api/v1/batches');
    await page.getByRole('button', { name: 'Upload and check the rows' }).click();
    await page.getByRole('link', { name: 'Wallet', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor();
    answer();
    await page.getByText('people.csv is among your batches.').waitFor();
    expect(new URL(page.url()).pathname).to.equal('/wallet');
  });
});
