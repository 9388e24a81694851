import { expect } from 'chai';
import { type Browser, chromium, type Page } from 'playwright-core';
import { buildVerification } from '../../support/database/factories.js';
import { buildWebhook } from '../../support/messages/webhooks.js';
import { findChromium } from '../support/chromium.js';
import { usePortal } from '../support/portal.js';

/** As set in the browser: twice the usual 16. */
const FONT_SIZE = 32;

/** Words that stand outside their own cell, term or badge, where others are. */
const SPILLING = `[...document.querySelectorAll('#content :is(dt, dd, td, time, a, button, span, p, h1, h2)')]
  .filter((box) => [...box.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
  .filter((box) => box.checkVisibility() && box.getBoundingClientRect().width > 1)
  .filter((box) => {
    const words = document.createRange();
    words.selectNodeContents(box);
    let around = box;
    while (getComputedStyle(around).display === 'inline') around = around.parentElement;
    return words.getBoundingClientRect().right > around.getBoundingClientRect().right + 1;
  })
  .map((box) => box.innerText)`;

describe('the portal with text twice as large', function () {
  this.timeout(120_000);

  const portal = usePortal({ workers: 0 });
  let browser: Browser;
  let page: Page;
  let paths: string[];
  before(async () => {
    const executablePath = findChromium();
    browser = await chromium.launch({
      ...(executablePath !== undefined && { executablePath }),
      args: ['--no-sandbox', '--in-process-gpu', `--blink-settings=defaultFontSize=${FONT_SIZE}`],
    });
    const user = await portal().accounts.createClientUser();
    const { requestId } = await buildVerification(portal().service.db, {
      clientId: user.clientId,
      status: 'completed',
    });
    const webhook = await buildWebhook(portal().service.db, {
      url: 'https://client.example.test/hooks',
      clientId: user.clientId,
    });
    await portal().service.db.query(
      'UPDATE webhook_endpoints SET failing_since = now(), consecutive_failures = 12 WHERE client_id = $1',
      [user.clientId],
    );
    paths = [
      '/',
      '/checks',
      `/checks/${requestId}`,
      '/wallet',
      '/team',
      '/checks/new',
      '/batches',
      '/account',
      `/webhooks/${webhook.publicId}`,
    ];
    page = await browser.newPage({ baseURL: portal().service.api.url });
    await portal().signInBehind(page, user);
  });
  after(() => browser?.close());

  async function open(path: string): Promise<void> {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
  }

  it('has every word in its place on a large screen', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const path of paths) {
      await open(path);
      expect(await page.evaluate('getComputedStyle(document.documentElement).fontSize')).to.equal('32px');
      expect(await page.evaluate<string[]>(SPILLING), path).to.deep.equal([]);
    }
  });

  it('fits a phone with what people come for, and says on the button that pays what it costs', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of paths) {
      await open(path);
      const beyond = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await page.evaluate(beyond), path).to.be.at.most(0);
    }
    await open('/checks/new?service=identity_check');
    const cut = await page
      .getByRole('button', { name: /^Submit check/ })
      .locator('.mantine-Button-label')
      .evaluate((label) => label.scrollWidth - label.clientWidth);
    expect(cut).to.be.at.most(0);
  });
});

/** As WCAG 2.2, 1.4.12 has it. */
const SPACED = `* {
  line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
}`;

describe('the portal at 400%, with its text spaced out', function () {
  this.timeout(120_000);

  const portal = usePortal({ workers: 0 });

  it('cuts no words of a button off, and needs no scrolling sideways', async () => {
    const { service, accounts } = portal();
    const user = await accounts.createClientUser();
    const { requestId } = await buildVerification(service.db, {
      clientId: user.clientId,
      status: 'manual_review',
    });
    const pages = [
      [user, ['/account', '/batches', '/checks', '/wallet']],
      [await accounts.createStaff('support'), [`/reviews/${requestId}`]],
    ] as const;
    for (const [account, paths] of pages) {
      const page = await portal().open({ viewport: { width: 320, height: 256 }, bypassCSP: true });
      await portal().signInBehind(page, account);
      for (const path of paths) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        await page.addStyleTag({ content: SPACED });
        const beyond = 'document.documentElement.scrollWidth - window.innerWidth';
        expect(await page.evaluate(beyond), path).to.be.at.most(0);
        const cut = await page.evaluate<string[]>(
          `[...document.querySelectorAll('#content .mantine-Button-label')]
            .filter((label) => label.checkVisibility() && label.scrollWidth > label.clientWidth + 1)
            .map((label) => label.innerText)`,
        );
        expect(cut, path).to.deep.equal([]);
      }
      await page.context().close();
    }
  });
});
