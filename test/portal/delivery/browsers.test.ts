import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { usePortal } from '../support/portal.js';

/** What is typed into or chosen from. */
const FIELDS = 'select, textarea, input:not([type=checkbox], [type=radio], [type=file], [hidden])';

/** Safari gives a pressed button no focus, but takes it from everything: the nearest of what is around it gets it. */
const NO_FOCUS_BY_PRESS = `
  addEventListener('mousedown', (event) => {
    const button = event.target.closest('button');
    if (!button || event.defaultPrevented) return;
    event.preventDefault();
    document.activeElement?.blur();
    button.parentElement.closest('[tabindex]')?.focus({ preventScroll: true });
  });`;

describe('browsers other than the newest Chromium, in the portal,', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });
  let page: Page;
  afterEach(() => page.context().close());

  it('say that they are too old, also where no script of the portal runs', async () => {
    page = await portal().open();
    await page.addInitScript('delete URL.canParse');
    await page.goto('/');
    const notice = page.getByRole('alert').and(page.getByText('This browser is too old for the portal.'));
    await notice.waitFor();
    await page.getByLabel('E-mail address').waitFor();
    // A browser that cannot read the scripts of the build runs none of them.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.reload();
    await notice.waitFor();
    expect(await page.getByLabel('E-mail address').count()).to.equal(0);
  });

  it('give the focus back to the button of a dialog where a press gives it none', async () => {
    page = await portal().open();
    await page.addInitScript(NO_FOCUS_BY_PRESS);
    await portal().signInBehind(page, await portal().accounts.createClientUser());
    await page.goto('/account');
    await page.getByLabel('Current password').fill('something');
    const opener = page.getByRole('button', { name: 'Set up an authenticator app' });
    await opener.click();
    await page
      .getByRole('dialog')
      .getByLabel('Code that the app shows')
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await opener.and(page.locator(':focus')).waitFor();
  });

  it('can read a file after the click that saves it', async () => {
    page = await portal().open();
    await page.addInitScript(`
      window.revoked = 0;
      const revoke = URL.revokeObjectURL.bind(URL);
      URL.revokeObjectURL = (address) => {
        window.revoked += 1;
        revoke(address);
      };`);
    await portal().signInBehind(page, await portal().accounts.createClientUser());
    await page.goto('/checks');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    await file.path();
    expect(await page.evaluate('window.revoked')).to.equal(0);
  });

  it('need not zoom into a field on an iPhone, which they do where its text is smaller than 16 pixels', async () => {
    page = await portal().open({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } });
    await portal().signInBehind(page, await portal().accounts.createClientUser());
    const addresses = [
      '/checks/new?service=aml_screening',
      '/checks',
      '/team',
      '/wallet',
      '/batches',
      '/account',
    ];
    for (const address of [...addresses, '/verify', '/docs']) {
      await page.goto(address);
      await page.locator(FIELDS).first().waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
      const found = await page.evaluate<{ small: string[]; overflow: number }>(`(() => {
        const small = [...document.querySelectorAll(${JSON.stringify(FIELDS)})]
          .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16);
        const { scrollWidth, clientWidth } = document.documentElement;
        return { small: small.map(({ outerHTML }) => outerHTML.slice(0, 200)), overflow: scrollWidth - clientWidth };
      })()`);
      expect(found.small, address).to.deep.equal([]);
      expect(found.overflow, address).to.be.at.most(0);
    }
  });
});
