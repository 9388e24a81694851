import type { Page } from 'playwright-core';
import { TEST_PASSWORD, type TestUser } from '../../support/accounts/api-accounts.js';
import { totpCode } from '../../support/accounts/totp.js';
import { fillIn, requestIdOf, subjectFor, submitCheck, waitForStatus } from '../support/checks.js';
import { usePortal } from '../support/portal.js';
import { withoutAnswer } from '../support/without-answer.js';

describe('what was done in the portal although its answer was lost', function () {
  this.timeout(120_000);

  const portal = usePortal();
  let page: Page;
  let user: TestUser;
  afterEach(() => page.context().close());

  const open = async (path: string) => {
    user = await portal().accounts.createClientUser({ credits: 10_000 });
    page = await portal().openAs(user, path);
  };

  const click = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const shown = (words: string) => page.getByText(words, { exact: false }).first().waitFor();

  it('is not called unsubmitted when what came was the page of a proxy', async () => {
    await open('/');
    await fillIn(page, 'said_verification', subjectFor('said_verification', 'positive'));
    await page.route('**/api/v1/verifications', async (route) => {
      await route.fetch();
      await route.fulfill({ contentType: 'text/html', body: '<h1>Gateway</h1>' });
    });
    await click(/^Submit check/);
    await shown('It is not known whether the check was accepted');
    await page.unroute('**/api/v1/verifications');
    await click(/^Submit check/);
    await requestIdOf(page);
  });

  it('is not paid for unasked where another subject is filled in, which was checked before', async () => {
    await open('/');
    const [before, lost] = [
      subjectFor('said_verification', 'positive'),
      subjectFor('said_verification', 'negative'),
    ];
    await submitCheck(page, 'said_verification', before);
    await waitForStatus(page, 'completed');
    await fillIn(page, 'said_verification', lost);
    await page.route('**/api/v1/verifications', (route) => route.abort());
    await click(/^Submit check/);
    await shown('It is not known whether the check was accepted');
    await page.unroute('**/api/v1/verifications');
    await page.locator('form input').first().fill(before);
    await click(/^Submit check/);
    await page.getByRole('button', { name: /^Pay .* again$/ }).waitFor();
  });

  it('is said to have been refused, if the refusal is not of the service', async () => {
    await open('/');
    await fillIn(page, 'said_verification', subjectFor('said_verification', 'positive'));
    await page.route('**/api/v1/verifications', (route) => route.fulfill({ status: 409, body: 'Conflict' }));
    await click(/^Submit check/);
    await shown('The service answered with 409.');
  });

  it('shows on a batch, which can be paused again and is not cancelled twice', async () => {
    await open('/batches');
    const subject = subjectFor('said_verification', 'positive');
    const rows = Array.from({ length: 300 }, () => `${subject},said_verification,Screening of staff`);
    const buffer = Buffer.from(['subject,service_code,purpose', ...rows].join('\n'));
    const file = { name: 'people.csv', mimeType: 'text/csv', buffer };
    await page.locator('input[type="file"]').setInputFiles(file);
    await withoutAnswer(page, '**/api/v1/batches', () => click('Upload and check the rows'));
    await click('Upload and check the rows');
    await page.getByRole('link', { name: 'Open the batch that was created from it' }).click();
    await page.getByRole('checkbox', { name: /^Leave out/ }).uncheck();
    for (const confirmation of await page.getByRole('checkbox', { name: /^(Every|I app)/ }).all()) {
      await confirmation.check();
    }
    await click(/^Start /);
    await click('Pause');
    await withoutAnswer(page, '**/resume', () => click('Resume'));
    await click('Pause');
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await click('Cancel batch');
    await withoutAnswer(page, '**/cancel', () =>
      page.getByRole('dialog').getByRole('button', { name: 'Cancel batch' }).click(),
    );
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Cancelled', { exact: true }).first().waitFor();
  });

  it('is in the list of invitations and of keys behind the dialog', async () => {
    await open('/team');
    await click('Invite somebody');
    await page.getByLabel('E-mail address').fill('joins@example.test');
    await withoutAnswer(page, '**/team/invitations', () => click('Send the invitation'));
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Send again to joins@example.test' }).waitFor();
    await page.goto('/api-keys');
    await click('New key');
    await page.getByLabel('Name').fill('Payroll');
    await withoutAnswer(page, '**/api/v1/api-keys', () => click('Create the key'));
    await shown('nobody has seen its secret');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Revoke Payroll' }).waitFor();
  });

  it('is a secret that nobody has seen, of a key and of an account', async () => {
    await open('/api-keys');
    await click('New key');
    await page.getByLabel('Name').fill('Payroll');
    await click('Create the key');
    await click('I have stored it');
    await click('New secret for Payroll');
    await withoutAnswer(page, '**/rotate', () => click('Generate the new secret'));
    await shown('may have been generated, and nobody has seen it');
    await page.context().close();
    page = await portal().openAs(await portal().accounts.createStaff('admin'), '/staff');
    await click('New member of staff');
    await page.getByLabel('E-mail address').fill('unseen@example.test');
    await withoutAnswer(page, '**/admin/staff', () => click('Create the account'));
    await shown('nobody has seen its password');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await click('New password for unseen@example.test');
    await withoutAnswer(page, '**/admin/staff/*', () => click('Set a new password'));
    await shown('nobody has seen the new one');
  });

  it('may have ended the recovery codes that somebody has, who is told', async () => {
    user = await portal().accounts.createClientUser();
    page = await portal().openAs(user);
    const owner = await portal().accounts.signIn(user);
    const { secret, challenge } = (await owner.post('/api/v1/me/second-factor/totp')).body;
    await owner.post('/api/v1/me/second-factor/totp/confirm', { challenge, totp: totpCode(secret) });
    await page.goto('/account');
    await withoutAnswer(page, '**/recovery-codes', () => click('Generate new recovery codes'));
    await shown('may no longer work');
  });

  it('is a new password, with which the person is told to sign in', async () => {
    await open('/account');
    await page.getByLabel('Current password').fill(TEST_PASSWORD);
    for (const name of ['New password', 'New password again'])
      await page.getByLabel(name, { exact: true }).fill('a new horse battery');
    await withoutAnswer(page, '**/me/password', () => click('Change password'));
    await shown('perhaps because your password has changed');
    await page.getByLabel('Password', { exact: true }).fill('a new horse battery');
    await page.getByLabel('E-mail address').fill(user.email);
    await click('Sign in');
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
  });
});
