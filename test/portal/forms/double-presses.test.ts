import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { waitFor } from '../../../harness/wait-for.js';
import { subjectFor, submitCheck, waitForStatus } from '../support/checks.js';
import { usePortal } from '../support/portal.js';

/** As slow as people are: the first click has been answered before the second. */
const SLOWLY = { delay: 120 };
/** As fast as most keyboards. */
const REPEATS_EVERY_MS = 33;

describe('a button pressed twice', function () {
  this.timeout(120_000);

  const portal = usePortal();
  let page: Page;
  afterEach(() => page.context().close());

  function writesOf(shown: Page): string[] {
    const writes: string[] = [];
    shown.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(new URL(request.url()).pathname.split('/').at(-1) ?? '');
    });
    return writes;
  }

  it('opens its dialog, which a second click beside it does not close', async () => {
    page = await portal().openAs(await portal().accounts.createStaff('admin'), '/clients');
    await page.getByRole('button', { name: 'New client' }).dblclick(SLOWLY);
    const name = page.getByRole('dialog').getByLabel('Name');
    await name.fill('Acme');
    await page.mouse.click(5, 5);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('adds a note once, and takes a case without giving it back', async () => {
    const client = await portal().openAs(await portal().accounts.createClientUser({ credits: 100 }));
    const subject = subjectFor('said_verification', 'inconclusive');
    const id = await submitCheck(client, 'said_verification', subject);
    await waitForStatus(client, 'manual_review');
    await client.context().close();
    page = await portal().openAs(await portal().accounts.createStaff('support'), `/reviews/${id}`);
    await page.getByLabel('New note').fill('They will write again');
    const writes = writesOf(page);
    await page.getByRole('button', { name: 'Add the note' }).dblclick();
    await page.getByRole('listitem').getByText('They will write again').waitFor();
    await page.getByRole('button', { name: 'Take this case' }).dblclick(SLOWLY);
    await page.getByRole('button', { name: 'Give it back' }).waitFor();
    expect(writes).to.deep.equal(['notes', 'take']);
  });

  it('makes one new secret when it is Enter that is pressed twice', async () => {
    const user = await portal().accounts.createClientUser();
    const owner = await portal().accounts.signIn(user);
    await owner.post('/api/v1/api-keys', { name: 'Payroll' });
    page = await portal().openAs(user, '/api-keys');
    await page.getByRole('button', { name: 'New secret for Payroll' }).click();
    const writes = writesOf(page);
    // Both before anything can be drawn.
    await page.getByRole('button', { name: 'Make the new secret' }).evaluate((button) => {
      button.click();
      button.click();
    });
    await page.getByTestId('secret').waitFor();
    expect(writes).to.deep.equal(['rotate']);
  });

  /** Presses Enter and holds it down, as a keyboard repeats it, until well after the first answer. */
  async function holdEnter(): Promise<void> {
    const answered = page.waitForResponse((answer) => answer.request().method() !== 'GET');
    await page.keyboard.down('Enter');
    await answered;
    for (let repeat = 0; repeat < 20; repeat += 1) {
      await page.waitForTimeout(REPEATS_EVERY_MS);
      await page.keyboard.down('Enter');
    }
    await page.keyboard.up('Enter');
  }

  it('tries a password once, however long Enter is held down', async () => {
    const { email } = await portal().accounts.createClientUser();
    page = await portal().open();
    await page.goto('/');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('not the password of anybody');
    const writes = writesOf(page);
    await holdEnter();
    expect(writes).to.deep.equal(['login']);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await waitFor(() => writes.length === 2, { describe: 'Enter, once released, sends again' });
  });

  it('mails an invitation again once, however long Enter is held down', async () => {
    const user = await portal().accounts.createClientUser();
    const client = await portal().accounts.signIn(user);
    await client.post('/api/v1/team/invitations', {
      email: `ada-${user.email}`,
      name: 'Ada',
      role: 'viewer',
    });
    page = await portal().openAs(user, '/team');
    await page.getByRole('button', { name: 'Send again to ada' }).focus();
    const writes = writesOf(page);
    await holdEnter();
    expect(writes).to.deep.equal(['resend']);
  });

  it('makes lines of a text while Enter is held down in it', async () => {
    page = await portal().openAs(await portal().accounts.createClientUser(), '/api-keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const lines = page.locator('textarea').first();
    await lines.focus();
    for (let repeat = 0; repeat < 3; repeat += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    expect(await lines.inputValue()).to.equal('\n\n\n');
  });
});
