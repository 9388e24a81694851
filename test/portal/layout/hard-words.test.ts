import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { fillIn, subjectFor, submitCheck, waitForStatus } from '../support/checks.js';
import { expectAccessible, usePortal } from '../support/portal.js';

const ONE_WORD = 'W'.repeat(200);

describe('the portal with words that are hard to show', function () {
  this.timeout(120_000);

  const portal = usePortal();

  /** The whole table is visible: it does not scroll sideways in its panel. */
  async function expectWhole(page: Page, table: string): Promise<void> {
    await page.getByRole('table', { name: table }).waitFor();
    const hidden = await page.evaluate<number>(
      "(({ scrollWidth, parentElement }) => scrollWidth - parentElement.clientWidth)(document.querySelector('table'))",
    );
    expect(hidden, `${page.url()} hides part of its table`).to.be.at.most(0);
  }

  it('keeps columns and buttons in sight beside a name of one long word', async () => {
    const page = await portal().openAs(await portal().accounts.createStaff('admin'), '/clients');
    await page.getByRole('button', { name: 'New client' }).click();
    await page.getByLabel('Name').fill(ONE_WORD);
    await page.getByRole('button', { name: 'Add the client' }).click();
    await page.getByRole('button', { name: 'Suspend', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const [frame, button] = await Promise.all([
      dialog.boundingBox(),
      dialog.getByRole('button', { name: 'Suspend', exact: true }).boundingBox(),
    ]);
    if (frame === null || button === null) throw new Error('Nothing is shown');
    expect(button.x + button.width).to.be.at.most(frame.x + frame.width);
    for (const width of [1440, 1000, 760, 360]) {
      await page.setViewportSize({ width, height: 900 });
      for (const [path, table] of [
        ['/clients', 'Clients'],
        ['/audit-log', 'Audit log'],
      ] as const) {
        await page.goto(path);
        await page.getByText(ONE_WORD).first().waitFor();
        await expectWhole(page, table);
      }
    }
    await page.context().close();
  });

  it('keeps the menu in sight beside as many credits as a wallet can hold', async () => {
    const rich = await portal().accounts.createClientUser({ credits: 1_000_000_000 });
    const page = await portal().openAs(rich, '/wallet', { viewport: { width: 320, height: 568 } });
    await page.getByRole('link', { name: /credits available$/ }).waitFor();
    const menu = await page.getByRole('button', { name: 'Open the menu' }).boundingBox();
    if (menu === null) throw new Error('There is no menu');
    expect(menu.x + menu.width).to.be.at.most(320);
    for (const width of [390, 820, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/');
      const figure = page.locator('#content').getByText(/^1\s000\s000\s000$/);
      const beyond = await figure.evaluate((shown) => shown.scrollWidth - shown.clientWidth);
      expect(beyond, `of its tile at ${width}`).to.be.at.most(0);
    }
    await page.context().close();
  });

  it('fits the narrowest screen with the documentation, menu and search included', async () => {
    const page = await portal().open({ viewport: { width: 320, height: 568 } });
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    for (const path of ['/docs', '/docs/downloads', '/docs/reference/verifications/createVerification']) {
      await page.goto(path);
      expect(await page.evaluate(overflow), path).to.be.at.most(0);
    }
    await page.context().close();
  });

  it('fits a phone with a report whose reference is one long word', async () => {
    const page = await portal().openAs(await portal().accounts.createClientUser(), '/', {
      viewport: { width: 390, height: 844 },
    });
    await fillIn(page, 'said_verification', subjectFor('said_verification', 'positive'));
    await page.getByRole('textbox', { name: 'Your reference' }).fill('W'.repeat(100));
    await page.getByRole('button', { name: /^Submit check/ }).click();
    await waitForStatus(page, 'completed');
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(overflow)).to.be.at.most(0);
    await page.context().close();
  });

  it('names the zone of every moment', async () => {
    const user = await portal().accounts.createClientUser();
    const page = await portal().openAs(user, '/', { timezoneId: 'Africa/Johannesburg' });
    await submitCheck(page, 'said_verification', subjectFor('said_verification', 'positive'));
    await waitForStatus(page, 'completed');
    const moments = await page.getByRole('time').allInnerTexts();
    expect(moments.length).to.be.greaterThan(2);
    for (const moment of moments) expect(moment).to.match(/^\d\d \w+ \d{4}, \d\d:\d\d SAST$/);
    await page.context().close();
  });

  it('leaves out what an address asks for that is no filter', async () => {
    const page = await portal().openAs(await portal().accounts.createClientUser(), '/checks?status=lost');
    await page.getByText('No checks yet').waitFor();
    await page.goto('/checks?from=2027-01-01&to=2026-01-01');
    await page.getByText('The first day is after the last', { exact: false }).waitFor();
    await page.context().close();
  });

  it('says something for a moment so that everybody can read and close it', async () => {
    const page = await portal().openAs(await portal().accounts.createStaff('support'), '/reviews');
    await page.getByRole('button', { name: 'Take the next case' }).click();
    await page.getByRole('button', { name: 'Close' }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      await expectAccessible(page);
    }
    await page.context().close();
  });
});
