import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { totpCode } from '../../support/accounts/totp.js';
import { fillIn, waitForStatus } from '../support/checks.js';
import { signIn, usePortal } from '../support/portal.js';

describe('the session of the portal', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });

  it('says nothing more than that e-mail or password are wrong', async () => {
    const page = await portal().open();
    await page.goto('/');
    await page.getByLabel('E-mail address').fill('nobody@example.test');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The e-mail address or the password is wrong.').waitFor();
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

  it('is of a person, whom the side bar calls by name, and by address where none is known', async () => {
    const owner = await portal().accounts.createClientUser({
      client: { name: 'Synthetic Client of a Rather Long Name (Pty) Ltd' },
      user: { name: 'Vera Sample' },
    });
    const nameless = await portal().accounts.createStaff('support');
    for (const [account, words] of [
      [owner, ['Vera Sample', 'Synthetic Client', 'Owner']],
      [nameless, [nameless.email, 'Support']],
    ] as const) {
      const page = await portal().openAs(account);
      const bar = page.getByRole('complementary', { name: 'Workspace' });
      for (const word of words) await bar.getByText(word, { exact: false }).first().waitFor();
      // However long the rest is, the role can be read.
      const role = bar.getByText(words.at(-1) ?? '', { exact: true });
      const [outer, inner] = [await bar.boundingBox(), await role.boundingBox()];
      expect((inner?.x ?? 0) + (inner?.width ?? 0)).to.be.below((outer?.x ?? 0) + (outer?.width ?? 0));
      await page.context().close();
    }
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
    await page.getByText('You were signed out after 15 minutes', { exact: false }).waitFor();
    expect(await page.context().cookies()).to.deep.equal([]);
    await page.context().close();
  });

  describe('keeps a half-filled form when it ends', () => {
    const user = () => portal().accounts.createClientUser();

    /** Fills in a form as this person and submits it when the API no longer knows the session. */
    async function halfFilled(person: Awaited<ReturnType<typeof user>>): Promise<Page> {
      const page = await portal().openAs(person);
      await fillIn(page, 'aml_screening', 'Test Subject Two');
      await page.context().clearCookies();
      await page.getByRole('button', { name: /^Submit check/ }).click();
      await page.getByText('Your session has ended.', { exact: false }).waitFor();
      return page;
    }

    const subjectIn = (page: Page): Promise<string> => page.locator('form input').first().inputValue();

    it('for the same person, in this tab alone', async () => {
      const person = await user();
      const page = await halfFilled(person);
      const stored = await page.evaluate<string>(
        'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])',
      );
      expect(stored).not.to.match(/Test Subject|lease/);
      await signIn(page, person);
      await page.getByRole('textbox', { name: 'Purpose' }).waitFor();
      expect(await subjectIn(page)).to.equal('Test Subject Two');
      for (const confirmation of await page.getByRole('checkbox').all()) {
        expect(await confirmation.isChecked()).to.equal(true);
      }
      await page.getByRole('button', { name: /^Submit check/ }).click();
      await waitForStatus(page, 'pending');
      await page.goBack();
      await page.getByRole('textbox', { name: 'Purpose' }).waitFor();
      expect(await subjectIn(page), 'after it was submitted').to.equal('');
      await page.context().close();
    });

    it('not for another, and not after signing out', async () => {
      const person = await user();
      const page = await halfFilled(person);
      await signIn(page, await user());
      await page.getByRole('textbox', { name: 'Purpose' }).waitFor();
      expect(await subjectIn(page)).to.equal('');
      await page.locator('form input').first().fill('Test Subject Three');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await signIn(page, person);
      await page.getByRole('textbox', { name: 'Purpose' }).waitFor();
      expect(await subjectIn(page)).to.equal('');
      await page.context().close();
    });

    it('and what was typed when another check is chosen, but none of its confirmations', async () => {
      const page = await portal().openAs(await user());
      await fillIn(page, 'said_verification', '0001010000071');
      await page.getByRole('link', { name: /^Marital Status/ }).click();
      await page.getByRole('heading', { level: 2, name: 'Marital Status (Real-Time)' }).waitFor();
      expect(await subjectIn(page)).to.equal('000101 0000 071');
      const purpose = page.getByRole('textbox', { name: 'Purpose' });
      expect(await purpose.inputValue()).to.equal('Tenant screening, lease 17');
      for (const confirmation of await page.getByRole('checkbox').all()) {
        expect(await confirmation.isChecked()).to.equal(false);
      }
      await page.getByRole('link', { name: /^Vehicle Check/ }).click();
      await page.getByRole('heading', { level: 2, name: 'Vehicle Check' }).waitFor();
      expect(await subjectIn(page)).to.equal('');
      await page.context().close();
    });
  });

  describe('keeps what was typed into a dialog when it ends', () => {
    const DIALOGS = [
      ['/team', 'Invite somebody', 'E-mail address', 'colleague@example.test', 'Send the invitation'],
      ['/team', /^Spending limits of/, 'Credits per day', '60', 'Set the limits'],
      ['/api-keys', 'New key', 'Name', 'Payroll of the Cape', 'Create the key'],
      ['/webhooks', 'New webhook', 'Address', 'https://hooks.example.test/checks', 'Create the webhook'],
    ] as const;

    /** Types into a dialog and sends it when the API no longer knows the session. */
    async function typeInto(page: Page, [path, opener, label, text, send]: (typeof DIALOGS)[number]) {
      await page.goto(path);
      await page.getByRole('button', { name: opener }).click();
      await page.getByLabel(label).fill(text);
      await page.context().clearCookies();
      await page.getByRole('button', { name: send }).click();
      await page.getByText('Your session has ended.', { exact: false }).waitFor();
    }

    it('for the same person, with the dialog open again', async () => {
      const person = await portal().accounts.createClientUser();
      const page = await portal().openAs(person);
      for (const dialog of DIALOGS) {
        const [, opener, label, text] = dialog;
        await typeInto(page, dialog);
        await signIn(page, person);
        const field = page.getByRole('dialog').getByLabel(label);
        await field.waitFor();
        expect(await field.inputValue()).to.equal(text);
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        // It is not a draft: whoever cancels begins anew, and so does whoever has left the page.
        if (label === 'Name') continue;
        await page.getByRole('button', { name: opener }).click();
        expect(await field.inputValue(), 'after Cancel').to.equal('');
      }
      await page.context().close();
    });

    /**
     * Types into the dialog of an invitation, and sends it as whoever is signed in by then, who needs a second factor.
     */
    async function inviteWithoutFactor(page: Page, signInAnother: () => Promise<void>): Promise<Locator> {
      await page.getByRole('button', { name: 'Invite somebody' }).click();
      const field = page.getByRole('dialog').getByLabel('E-mail address');
      await field.fill('colleague@example.test');
      await signInAnother();
      await page.getByRole('button', { name: 'Send the invitation' }).click();
      await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
      const secret = (await page.getByTestId('totp-secret').textContent()) ?? '';
      await page.getByLabel('Code that the app shows').fill(totpCode(secret));
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('button', { name: 'I have stored them' }).click();
      await page.getByText('No open invitations').waitFor();
      return field;
    }

    async function requireSecondFactor(owner: TestUser): Promise<void> {
      const client = await portal().accounts.signIn(owner);
      const json = { require_second_factor: true };
      const answer = await client.send('PATCH', '/api/v1/team/settings', { json });
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    }

    it('also while a second factor, demanded meanwhile, is set up', async () => {
      const { accounts } = portal();
      const person = await accounts.createClientUser();
      const colleague = await accounts.createClientUser({ clientId: person.clientId });
      const page = await portal().openAs(person, '/team');
      const field = await inviteWithoutFactor(page, () => requireSecondFactor(colleague));
      await field.waitFor();
      expect(await field.inputValue()).to.equal('colleague@example.test');
      await page.context().close();
    });

    it('not for another who has signed in meanwhile, in another tab, and sets one up', async () => {
      const { accounts } = portal();
      const page = await portal().openAs(await accounts.createClientUser(), '/team');
      const other = await accounts.createClientUser();
      const field = await inviteWithoutFactor(page, async () => {
        await requireSecondFactor(other);
        await portal().signInBehind(page, other);
      });
      expect(await field.count()).to.equal(0);
      await page.getByRole('button', { name: 'Invite somebody' }).click();
      expect(await field.inputValue()).to.equal('');
      await page.context().close();
    });

    it('not for another, and not after signing out', async () => {
      const person = await portal().accounts.createClientUser();
      const page = await portal().openAs(person);
      await typeInto(page, DIALOGS[0]);
      await signIn(page, await portal().accounts.createClientUser());
      await page.getByText('No open invitations').waitFor();
      expect(await page.getByRole('dialog').count()).to.equal(0);
      await page.getByRole('button', { name: 'Invite somebody' }).click();
      expect(await page.getByLabel('E-mail address').inputValue()).to.equal('');
      await page.getByLabel('E-mail address').fill('somebody@example.test');
      await page.evaluate("new BroadcastChannel('session').postMessage('signed_out')");
      await page.getByText('You have signed out.').waitFor();
      await signIn(page, person);
      await page.getByText('No open invitations').waitFor();
      expect(await page.getByRole('dialog').count()).to.equal(0);
      await page.context().close();
    });
  });

  it('begins with the offer of a check, for whoever may make one', async () => {
    const owner = await portal().accounts.createClientUser();
    const viewer = await portal().accounts.createClientUser({
      clientId: owner.clientId,
      user: { role: 'viewer' },
    });
    for (const [account, count] of [
      [owner, 1],
      [viewer, 0],
    ] as const) {
      const page = await portal().openAs(account);
      await page.getByText('No results yet').first().waitFor();
      expect(await page.getByRole('link', { name: 'Submit the first check' }).count()).to.equal(count);
      await page.context().close();
    }
  });

  it('shows nobody the pages of another role', async () => {
    const page = await portal().openAs(await portal().accounts.createStaff('support'), '/clients');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.goto('/wallet');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.context().close();
  });
});
