import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { totpCode } from '../../support/accounts/totp.js';
import { openWithAuthenticator } from '../support/authenticator.js';
import { expectAccessible, signIn, usePortal } from '../support/portal.js';

/** A browser that, like Safari, refuses passkeys once anything has been waited for since the click. */
const STRICT = `
  let clicked = false;
  for (const type of ['click', 'submit']) {
    addEventListener(type, () => {
      clicked = true;
      setTimeout(() => (clicked = false));
    }, true);
  }
  for (const name of ['get', 'create']) {
    const asked = navigator.credentials[name].bind(navigator.credentials);
    navigator.credentials[name] = (options) =>
      clicked ? asked(options) : Promise.reject(new DOMException('No user gesture', 'NotAllowedError'));
  }`;

describe('second factors in the portal', function () {
  this.timeout(90_000);

  const portal = usePortal({ workers: 0 });

  /** The first step of a sign-in, without waiting for the workspace. */
  async function givePassword(page: Page, { email, password }: { email: string; password: string }) {
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out', exact: true }).click();

  /** Expects that the codes can be kept as a file and on paper, each with whose they are and nothing else. */
  async function expectStored(page: Page, codes: readonly string[], whose: string): Promise<void> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).to.equal('recovery-codes.txt');
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
    const heading = 'Recovery codes for the Verification service';
    expect(lines.slice(0, 2)).to.deep.equal([heading, whose]);
    expect(lines[2]).to.match(/^Created on \d{1,2} \w+ 20\d\d$/);
    expect(lines.slice(5).filter(Boolean)).to.deep.equal(codes);
    await page.evaluate('window.print = () => (window.printed = true)');
    await page.getByRole('button', { name: 'Print' }).click();
    expect(await page.evaluate('window.printed')).to.equal(true);
    await page.emulateMedia({ media: 'print' });
    const paper = page.getByTestId('codes-on-paper');
    for (const words of [heading, whose, ...codes]) await paper.getByText(words).waitFor();
    expect(await page.getByRole('dialog').isVisible()).to.equal(false);
    expect(await page.locator('#root').isVisible()).to.equal(false);
    // The dialog darkens the screen around it, but not the sheet.
    const ground = 'getComputedStyle(document.documentElement).backgroundColor';
    expect(await page.evaluate(ground)).to.equal('rgb(255, 255, 255)');
    expect(
      (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b(?!s)/g),
    ).to.have.length(1);
    await page.emulateMedia({ media: 'screen' });
    expect(await paper.isVisible()).to.equal(false);
  }

  it('an app is set up by its QR code and asked for at the next sign-in', async () => {
    const user = await portal().accounts.createClientUser({ user: { name: 'Vera Sample' } });
    const page = await portal().openAs(user, '/account');
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const secret = (await page.getByTestId('totp-secret').textContent()) ?? '';
    await page.getByRole('img', { name: 'QR code for the app' }).waitFor();
    // Whoever has the app on this very phone cannot scan it.
    await page.getByRole('button', { name: 'Copy secret' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Code that the app shows').fill(totpCode(secret));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'I have stored them' }).waitFor();
    const codes = await page.getByTestId('recovery-code').allInnerTexts();
    expect(codes).to.have.length(10);
    await expectStored(page, codes, `Vera Sample (${user.email})`);
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await page.getByText('10 of 10 recovery codes are left.').waitFor();
    expect(await page.getByTestId('codes-on-paper').count()).to.equal(0);
    // The factor begins where the words around it do.
    const lefts = ['You are asked for one of these', 'Authenticator app'].map(async (words) =>
      Math.round((await page.getByText(words).first().boundingBox())?.x ?? 0),
    );
    expect(new Set(await Promise.all(lefts)).size).to.equal(1);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await givePassword(page, user);
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    // Written down: with a word processor's dashes, and O for zero.
    await page.keyboard.insertText((codes[0] ?? '').toUpperCase().replaceAll('-', '–').replaceAll('0', 'O'));
    await page.keyboard.press('Enter');
    await page.locator('#content').waitFor();
    await page.context().close();
  });

  it('a passkey is set up, and signs in by itself, in a browser that wants a click for it', async () => {
    const user = await portal().accounts.createClientUser();
    const page = await openWithAuthenticator(portal());
    await page.addInitScript(STRICT);
    await page.goto('/account');
    await signIn(page, user);
    await page.getByRole('button', { name: 'Set up a passkey' }).click();
    await page.getByRole('button', { name: 'Create the passkey' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Name (optional)').fill('Work phone');
    await page.getByRole('button', { name: 'Create the passkey' }).click();
    await page.getByRole('button', { name: 'I have stored them' }).click();
    // Of two without names the moment tells which one goes.
    await page.getByRole('button', { name: /^Remove Work phone, set up \d/ }).click();
    await page
      .getByRole('dialog')
      .getByText(/^Work phone, set up \d.* no longer signs you in/)
      .waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await signOut(page);
    const question = () => page.waitForResponse('**/login/passkey/options');
    const button = page.getByRole('button', { name: 'Use a passkey' });
    const questions: string[] = [];
    page.on('request', (asked) => asked.url().endsWith('/passkey/options') && questions.push(asked.url()));
    await Promise.all([question(), button.hover()]);
    await button.click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    expect(questions, 'asked once, on the way to the button').to.have.length(1);
    // It is the second step behind the password, too.
    await signOut(page);
    await givePassword(page, user);
    await page.getByRole('button', { name: 'Use your passkey' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    // A copy of the passkey whose counter is behind that of the one that was used.
    await portal().service.db.query(
      'UPDATE second_factors SET sign_count = sign_count + 1000 WHERE user_id = $1',
      [user.id],
    );
    // Where no pointer comes near the button first, the question comes with the page.
    await page.evaluate(`(() => {
      const ask = window.matchMedia.bind(window);
      window.matchMedia = (query) => (query === '(hover: none)' ? { matches: true } : ask(query));
    })()`);
    await Promise.all([question(), signOut(page)]);
    await button.click();
    await page.getByText('This passkey is unknown', { exact: false }).waitFor();
    await page.context().close();
  });

  it('a passkey whose name was refused, or that did not reach the service, is sent again', async () => {
    const user = await portal().accounts.createClientUser();
    const page = await openWithAuthenticator(portal());
    await page.addInitScript(`
      window.passkeysMade = 0;
      const create = navigator.credentials.create.bind(navigator.credentials);
      navigator.credentials.create = (options) => (window.passkeysMade++, create(options));`);
    await page.goto('/account');
    await signIn(page, user);
    await page.getByRole('button', { name: 'Set up a passkey' }).click();
    await page.getByLabel('Name (optional)').fill('Phone of 0001010000071');
    await page.getByRole('button', { name: 'Create the passkey' }).click();
    await page.getByText('Must not contain an identity number', { exact: false }).first().waitFor();
    await page.getByLabel('Name (optional)').fill('Work phone');
    await page.route('**/passkeys/confirm', (route) => route.abort());
    const lost = page.waitForEvent('requestfailed');
    await page.getByRole('button', { name: 'Create the passkey' }).click();
    await lost;
    await page.unroute('**/passkeys/confirm');
    await page.getByRole('button', { name: 'Create the passkey' }).click();
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await page.getByText('Work phone').first().waitFor();
    expect(await page.evaluate('window.passkeysMade')).to.equal(1);
    await page.context().close();
  });

  it('a passkey answers a question that was open for too long, when it is asked for once more', async () => {
    const user = await portal().accounts.createClientUser();
    const page = await openWithAuthenticator(portal());
    await page.goto('/account');
    await signIn(page, user);
    await page.getByRole('button', { name: 'Set up a passkey' }).click();
    await page.getByRole('button', { name: 'Create the passkey' }).click();
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await portal().service.db.query(
      `UPDATE sessions SET second_factor_at = now() - interval '11 minutes' WHERE user_id = $1`,
      [user.id],
    );
    await page.getByRole('button', { name: 'Generate new recovery codes' }).click();
    // As the API sees one after five minutes: not as a question of its own.
    await page.route(
      '**/me/step-up',
      (route) => route.continue({ postData: { ...route.request().postDataJSON(), challenge: 'expired' } }),
      { times: 1 },
    );
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Use your passkey' });
    await confirm.click();
    await page.getByText('The question was open for too long.', { exact: false }).waitFor();
    await confirm.click();
    await page.getByRole('button', { name: 'I have stored them' }).waitFor();
    await page.context().close();
  });
});
