import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { waitFor } from '../../../harness/wait-for.js';
import { toPublicId } from '../../../shared/domain/ids.js';
import { type MailServer, readMail, startMailServer } from '../../support/messages/mail-server.js';
import { expectAccessible, signIn, usePortal } from '../support/portal.js';

const PASSWORD = 'correct horse battery staple';
const PHONE = { viewport: { width: 390, height: 800 } };

describe('a team in the portal', function () {
  this.timeout(120_000);

  let server: MailServer;
  before(async () => {
    server = await startMailServer();
  });
  const portal = usePortal(() => ({
    env: { SMTP_URL: server.url, MAIL_FROM: 'Checks <checks@example.test>' },
  }));
  after(() => server.close());

  /** The link in the newest mail to this address, as it leads to this service. */
  async function linkTo(email: string): Promise<string> {
    const mail = await waitFor(() => server.taken.findLast(({ to }) => to.includes(email)), {
      describe: `a mail to ${email}`,
    });
    const [, link = ''] = /(\/(?:invitation|reset-password)#[\w-]{43})/.exec(readMail(mail).text) ?? [];
    return link;
  }

  async function choosePassword(page: Page, button: string): Promise<void> {
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('New password again').fill(PASSWORD);
    await expectAccessible(page);
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  it('grows by an invitation, from the owner’s click to the colleague’s sign-in on a phone', async () => {
    const owner = await portal().accounts.createClientUser();
    const email = `colleague-of-${owner.publicId}@example.test`;
    const page = await portal().openAs(owner, '/team');
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    await page.getByRole('cell', { name: email, exact: true }).waitFor();
    await page.route('**/invitations/*', (route) => route.abort());
    await page.getByRole('button', { name: `Withdraw the invitation of ${email}` }).click();
    const invitations = page.getByRole('region', { name: 'Invited' });
    const lefts = [invitations.getByRole('alert'), invitations.getByRole('heading')].map(
      async (part) => (await part.boundingBox())?.x,
    );
    expect(new Set(await Promise.all(lefts)).size, 'what failed begins where the heading does').to.equal(1);
    await page.unroute('**/invitations/*');
    const invited = await portal().open(PHONE);
    await invited.goto(await linkTo(email));
    await invited.getByText(`invites ${email}`).waitFor();
    const username = invited.locator('input[autocomplete="username"]');
    expect(await username.inputValue(), 'for password managers').to.equal(email);
    await choosePassword(invited, 'Join');
    await signIn(invited, { email, password: PASSWORD });
    await page.reload();
    await page.getByText('No open invitations').waitFor();
    await page.getByText(email, { exact: true }).waitFor();
    await page.context().close();
    await invited.context().close();
  });

  it('leads whoever joins in a browser where somebody else is signed in to the sign-in', async () => {
    const owner = await portal().accounts.createClientUser();
    const email = `beside-${owner.publicId}@example.test`;
    const page = await portal().openAs(owner, '/team');
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    await page.getByRole('cell', { name: email, exact: true }).waitFor();
    const invited = await page.context().newPage();
    await invited.goto(await linkTo(email));
    await choosePassword(invited, 'Join');
    await signIn(invited, { email, password: PASSWORD });
    await invited.getByText(email, { exact: true }).first().waitFor();
    await page.getByText('Your session has ended.', { exact: false }).waitFor();
    await page.context().close();
  });

  it('is told when a link does not work any more, and when only the service does not', async () => {
    const page = await portal().open(PHONE);
    for (const link of ['/invitation#', `/invitation#${'A'.repeat(43)}`]) {
      await page.goto('/');
      await page.goto(link);
      await page.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor();
      // Whoever got no answer has an account already.
      await page.getByRole('link', { name: 'Sign in' }).waitFor();
    }
    await page.route('**/invitations/lookup', (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute('**/invitations/lookup');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor();
    for (const link of ['/reset-password#', `/reset-password#${'A'.repeat(43)}`]) {
      await page.goto('/');
      await page.goto(link);
      await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('New password again').fill(PASSWORD);
      await page.getByRole('button', { name: 'Set the password' }).click();
      await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
      await expectAccessible(page);
    }
    expect(await page.getByText('has not changed').count(), 'said without knowing').to.equal(0);
    await page.getByRole('link', { name: 'Get a new link' }).click();
    await page.getByRole('heading', { name: 'Forgotten password' }).waitFor();
    await page.context().close();
  });

  it('is asked for a second factor when an owner demands it, who is asked first', async () => {
    const owner = await portal().accounts.createClientUser();
    const page = await portal().openAs(owner, '/team');
    await page.getByText('One person has none yet.').waitFor();
    await page.getByLabel('Require a second factor for everyone on the team').click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Require it' }).click();
    await page.getByRole('button', { name: 'Set up an authenticator app' }).waitFor();
    await page.context().close();
  });

  it('says what becomes of the batches of somebody who is suspended or gets a new password', async () => {
    const owner = await portal().accounts.createClientUser();
    const { email } = await portal().accounts.createClientUser({
      clientId: owner.clientId,
      user: { role: 'submitter', name: 'Sam Sample' },
    });
    const page = await portal().openAs(owner, '/team');
    await page.getByRole('button', { name: `Suspend ${email}` }).click();
    await page.getByRole('dialog').getByText('Batches that this person started pause.').waitFor();
    await page.context().close();
    const address = `/clients/${toPublicId('client', owner.clientId)}`;
    const admin = await portal().openAs(await portal().accounts.createStaff('admin'), address);
    await admin.getByRole('button', { name: `New password for ${email}` }).click();
    const words = 'Batches that this person started go on: to pause them as well, suspend the account first.';
    await admin.getByRole('dialog').getByText(words).waitFor();
    await admin.context().close();
  });

  it('asks before it changes, in a dialog that says so until it has gone', async () => {
    const owner = await portal().accounts.createClientUser();
    const { email } = await portal().accounts.createClientUser({
      clientId: owner.clientId,
      user: { role: 'viewer', name: 'Vera Sample' },
    });
    const page = await portal().openAs(owner, '/team', { reducedMotion: 'no-preference' });
    await page.getByRole('button', { name: `Suspend ${email}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Suspend this account?' });
    await dialog.getByText(`Vera Sample (${email}) is signed out everywhere`).waitFor();
    await page.evaluate(`
      window.emptied = 0;
      new MutationObserver(() => {
        const dialog = document.querySelector('[role="dialog"]');
        if (dialog !== null && !dialog.innerText.includes('is signed out')) window.emptied += 1;
      }).observe(document.body, { subtree: true, childList: true, characterData: true });`);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate('window.emptied')).to.equal(0);
    await page.context().close();
  });

  it('has room on a tablet for two buttons of a person beside each other', async () => {
    const owner = await portal().accounts.createClientUser();
    const colleague = await portal().accounts.createClientUser({ clientId: owner.clientId });
    const page = await portal().openAs(owner, '/team', { viewport: { width: 820, height: 1000 } });
    const tops = ['Spending limits of', 'Suspend'].map(async (act) => {
      const button = page.getByRole('button', { name: `${act} ${colleague.email}` });
      return (await button.boundingBox())?.y;
    });
    expect(new Set(await Promise.all(tops)).size).to.equal(1);
  });

  it('has its owner set what one person may spend, which then stands there as a bar', async () => {
    const owner = await portal().accounts.createClientUser();
    const person = await portal().accounts.createClientUser({
      clientId: owner.clientId,
      user: { role: 'submitter' },
    });
    const page = await portal().openAs(owner, '/team');
    await page.getByRole('button', { name: `Spending limits of ${person.email}` }).click();
    await page.getByLabel('Credits per day').fill('a lot');
    await page.getByRole('button', { name: 'Set the limits' }).click();
    await page
      .getByText('Enter a whole number of credits, without commas or points, or leave this empty.')
      .waitFor();
    await page.getByLabel('Credits per day').fill('60');
    await expectAccessible(page);
    await page.getByLabel('Credits per month').fill('9999999999');
    await page.getByRole('button', { name: 'Set the limits' }).click();
    await page.getByText('Must be from 0 to', { exact: false }).waitFor();
    await page.getByLabel('Credits per month').fill('');
    await page.getByRole('button', { name: 'Set the limits' }).click();
    const bars = page.getByRole('region', { name: 'Personal spending limits' });
    await bars.getByText('0 of 60 credits').waitFor();
    await bars.getByText(`${person.email}, today`).waitFor();
    await expectAccessible(page);
    // The form shows the current setting when it is opened again.
    await page.getByRole('button', { name: `Spending limits of ${person.email}` }).click();
    expect(await page.getByLabel('Credits per day').inputValue()).to.equal('60');
    await page.context().close();
  });

  it('gets its first owner by an invitation of an admin', async () => {
    const { clientId } = await portal().accounts.createClientUser();
    const client_id = toPublicId('client', clientId);
    const admin = await portal().accounts.createStaff('admin');
    const email = `first-owner-of-${client_id}@example.test`;
    const page = await portal().openAs(admin, `/clients/${client_id}`);
    await page.getByRole('button', { name: 'Invite by e-mail' }).click();
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    await page.getByRole('cell', { name: email, exact: true }).waitFor();
    const invited = await portal().open(PHONE);
    await invited.goto(await linkTo(email));
    await invited.getByText('in the role of owner', { exact: false }).waitFor();
    await page.context().close();
    await invited.context().close();
  });

  it('chooses mails, each person for themself', async () => {
    const user = await portal().accounts.createClientUser();
    const page = await portal().openAs(user, '/account');
    await page.getByLabel('When credits run low').click();
    await page.getByRole('switch', { name: 'When credits run low', checked: false }).waitFor();
    await page.reload();
    await page.getByRole('switch', { name: 'When credits run low', checked: false }).waitFor();
    expect(await page.getByRole('switch', { checked: true }).count()).to.equal(3);
    await expectAccessible(page);
    await page.context().close();
  });

  it('comes back from a forgotten password by a link, which ends the sessions of before', async () => {
    const user = await portal().accounts.createClientUser();
    const before = await portal().openAs(user, '/account');
    const page = await portal().open(PHONE);
    await page.goto('/');
    await page.getByRole('link', { name: 'Forgotten your password?' }).click();
    await page.getByLabel('E-mail address').fill(user.email);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('If there is an account with this address').waitFor();
    await page.goto(await linkTo(user.email));
    await choosePassword(page, 'Set the password');
    await signIn(page, { email: user.email, password: PASSWORD });
    await before.reload();
    await before.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(portal().complaints).to.deep.equal([]);
    await page.context().close();
    await before.context().close();
  });
});
