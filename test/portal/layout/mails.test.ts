import { expect } from 'chai';
import { type Browser, chromium, type Page } from 'playwright-core';
import { MAIL_KINDS, type MailData, type MailKind } from '../../../shared/mail/kinds.js';
import { composeMail } from '../../../worker/mail/compose-mail.js';
import { findChromium } from '../support/chromium.js';
import { expectAccessible } from '../support/portal.js';

const PHONE = { width: 360, height: 780 };
const TOKEN = 'A'.repeat(43);
/** The longest possible value of everything, without a place to break where that can occur. */
const DATA: MailData = {
  client_name: `Smith & <Sons> ${'Holding'.repeat(20)}`,
  role: 'submitter',
  base: 'https://checks.very-long-name-of-an-organisation.example.test',
  name: 'lease-system-'.repeat(7),
  device: 'Samsung Internet on Android',
  address: '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
  at: '2026-11-22 14:50 UTC',
  available: 123_456_789,
  threshold: 200_000_000,
  percent: 80,
  used: 123_456_789,
  credits: 154_000_000,
  who: `${'somebody-with-a-long-name'.repeat(6)}@example.test`,
  period: 'month',
  webhook_id: `whk_${'0'.repeat(26)}`,
  host: `${'hooks-of-the-lease-system.'.repeat(4)}client.example.test`,
  service: 'Company Verification (company registry)',
  request_id: `ver_${'0'.repeat(26)}`,
  change: 'added',
  factor: 'totp',
};

/** The page that each mail is about. */
const PAGES: Readonly<Record<MailKind, string>> = {
  invitation: `/invitation#${TOKEN}`,
  password_reset: `/reset-password#${TOKEN}`,
  password_changed: '/account',
  factor_changed: '/account',
  new_sign_in: '/account',
  api_key_created: '/api-keys',
  proposal_expired: '/',
  low_balance: '/wallet',
  limit_reached: '/wallet',
  webhook_disabled: `/webhooks/${DATA.webhook_id}`,
  review_decided: `/checks/${DATA.request_id}`,
};

describe('mails on a phone', function () {
  this.timeout(60_000);

  let browser: Browser;
  let page: Page;
  before(async function () {
    const executablePath = findChromium();
    if (executablePath === undefined) {
      this.skip();
      return;
    }
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    page = await (await browser.newContext({ viewport: PHONE, javaScriptEnabled: true })).newPage();
  });
  after(() => browser?.close());

  for (const kind of MAIL_KINDS) {
    it(`of the kind ${kind} fit, can be read, need nothing from outside, and say the same as text`, async () => {
      const { subject, text, html } = composeMail(kind, DATA, TOKEN);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.setContent(html);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect(width).to.equal(PHONE.width);
      await expectAccessible(page);
      const sizes = await page.evaluate<number[]>(
        `[...document.querySelectorAll('p, a, h1')].map((part) => parseFloat(getComputedStyle(part).fontSize))`,
      );
      expect(Math.min(...sizes)).to.be.at.least(13);
      const shown = (await page.locator('main').innerText()).replace(/\s+/g, ' ');
      expect(shown).to.include(subject.replace(/\s+/g, ' '));
      for (const paragraph of paragraphsOf(text)) expect(shown).to.include(paragraph);
      expect(text + html).not.to.match(/undefined|null|\bNaN\b/);
      expect(subject).not.to.match(/[\r\n]/);
      expect(asked).to.deep.equal([]);
    });
  }

  for (const kind of MAIL_KINDS) {
    it(`of the kind ${kind} have a button that a thumb can meet, and the same address to copy`, async () => {
      const { html, text } = composeMail(kind, DATA, TOKEN);
      await page.setContent(html);
      const link = page.getByRole('link');
      const href = await link.getAttribute('href');
      expect(href).to.equal(`${DATA.base}${PAGES[kind]}`);
      expect(text).to.include(href);
      expect(await page.locator('main').innerText()).to.include(href);
      const box = await link.boundingBox();
      expect(box?.height).to.be.at.least(40);
    });
  }
});

/** The paragraphs of the plain text, without the link and the footer of all mails. */
function paragraphsOf(text: string): string[] {
  return text
    .split('\n\n')
    .filter((part) => !part.startsWith('-- ') && !part.includes(':\nhttps://'))
    .map((part) => part.replace(/\s+/g, ' '));
}
