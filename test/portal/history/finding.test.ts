import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { subjectFor } from '../support/checks.js';
import { expectAccessible, usePortal } from '../support/portal.js';

const PHONE = { width: 390, height: 844 };
/** As long as the references of most case systems. */
const REFERENCE = 'LEASE-2026-000017';

describe('finding a check in the history', function () {
  this.timeout(120_000);

  const portal = usePortal({ workers: 0 });
  let page: Page;
  before(async () => {
    const { accounts } = portal();
    const user = await accounts.createClientUser();
    const caller = await accounts.signIn(user);
    for (const [service_code, reference] of [
      ['said_verification', REFERENCE],
      ['refugee_verification', 'LEASE-2026-000018'],
      ['vehicle_check', undefined],
    ] as const) {
      const answer = await caller.post(
        '/api/v1/verifications',
        {
          ...{ service_code, reference, subject: subjectFor(service_code, 'positive') },
          ...{ purpose: 'Tenant screening', authority_confirmed: true, charge_approved: true },
          idempotency_key: service_code,
        },
        { headers: { prefer: 'respond-async' } },
      );
      expect(answer.status, JSON.stringify(answer.body)).to.equal(202);
    }
    page = await portal().openAs(user, '/checks');
  });
  after(() => page?.context().close());

  const table = () => page.getByRole('table', { name: 'History of checks' });
  /** What is cut, of the texts that stand on one line. */
  const cut = (header: string) =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('td[data-label="${header}"] span')]
        .filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.innerText)`,
    );

  it('shows references whole at 1440, and a long masked subject on one line', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await table().getByText(REFERENCE).waitFor();
    expect(await cut('Reference')).to.deep.equal([]);
    const heights = await page.evaluate<number[]>(
      `[...document.querySelectorAll('td[data-label="Subject"] span')].map((part) => part.clientHeight)`,
    );
    expect(Math.max(...heights)).to.equal(Math.min(...heights));
    // What is cut of it is its beginning: its last character ends where its column does.
    const beyond = await page.evaluate<number[]>(
      `[...document.querySelectorAll('td[data-label="Subject"] span')].map((part) =>
        part.firstElementChild.getBoundingClientRect().right - part.getBoundingClientRect().right)`,
    );
    expect(Math.max(...beyond)).to.be.below(1);
  });

  it('shows the time of a check whole in a zone without a name, too', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const elsewhere = await page.context().newPage();
    const cdp = await elsewhere.context().newCDPSession(elsewhere);
    await cdp.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Kathmandu' });
    for (const width of [1440, 1920]) {
      await elsewhere.setViewportSize({ width, height: 900 });
      await elsewhere.goto('/checks');
      const time = elsewhere.getByRole('table', { name: 'History of checks' }).getByRole('time').first();
      expect(await time.getAttribute('datetime')).to.match(/Z$/);
      const beyond = await time.evaluate(
        (shown) => shown.getBoundingClientRect().right - shown.closest('tr').getBoundingClientRect().right,
      );
      expect(beyond, `in the row at ${width}`).to.be.below(0);
    }
    await elsewhere.close();
  });

  it('says which filters exclude each other, whatever was ever checked', async () => {
    for (const [query, why] of [
      ['status=manual_review&outcome=positive', 'Only a completed check has an outcome'],
      ['service_code=said_verification&outcome=mixed', 'SA ID (Basic) is a single check'],
      ['service_code=kyc_bundle&outcome=mixed', 'No check matches these filters.'],
    ] as const) {
      await page.goto(`/checks?${query}`);
      await page.getByText(why, { exact: false }).waitFor();
    }
    await page.goto('/checks');
    await table().getByText(REFERENCE).waitFor();
  });

  it('takes a day that is typed, once its year is whole', async () => {
    const searched: string[] = [];
    page.on('request', (request) => searched.push(request.postData() ?? ''));
    const from = page.getByLabel('From');
    await from.focus();
    // Digit by digit, month first: what the browser takes the language of its own windows for.
    await page.keyboard.type('11012026', { delay: 60 });
    await page.waitForURL(/from=2026-11-01/);
    expect(await from.inputValue()).to.equal('2026-11-01');
    expect(searched.join(), 'while the year was unfinished').not.to.match(/"0\d\d\d-/);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.waitForURL((url) => url.search === '');
    expect(await from.inputValue()).to.equal('');
  });

  it('begins with checks on a phone, and has its filters behind one button that counts them', async () => {
    await page.setViewportSize(PHONE);
    const fold = page.getByRole('button', { name: 'Filters', exact: true });
    await fold.waitFor();
    const reference = page.getByRole('textbox', { name: 'Reference' });
    expect(await reference.count()).to.equal(0);
    const first = await table().getByRole('link').first().boundingBox();
    expect(first?.y).to.be.below(PHONE.height / 2);
    expect(await fold.getAttribute('aria-expanded')).to.equal('false');
    await fold.press('Enter');
    await reference.click();
    await page.keyboard.type(REFERENCE);
    await page.keyboard.press('Enter');
    await table().getByText('LEASE-2026-000018').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('State').selectOption('pending');
    await page.getByRole('button', { name: 'Filters (2)' }).click();
    expect(await reference.count()).to.equal(0);
    expect(await table().getByRole('link').allInnerTexts()).to.deep.equal(['SA ID (Basic)']);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'Filters', exact: true }).waitFor();
    await table().getByText('LEASE-2026-000018').waitFor();
  });

  it('has no such button where there is room for the filters', async () => {
    await page.setViewportSize({ width: 820, height: 900 });
    await page.getByRole('textbox', { name: 'Reference' }).waitFor();
    expect(await page.getByRole('button', { name: 'Filters' }).count()).to.equal(0);
  });
});
