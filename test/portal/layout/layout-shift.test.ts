import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { usePortal } from '../support/portal.js';
import { arrive, PAGES, type PreparedPages, preparePages } from '../support/role-pages.js';

/** What the web vitals call good, for all that moves on a page while it loads. */
const MAX_SHIFT = 0.1;

/** Sums up, in the page, shifts that no user caused, and notes when its largest part was drawn. */
const WATCH = `
  window.shifted = 0;
  window.drawn = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifted += value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.drawn = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });`;

const SCREENS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

describe('a page of the portal that loads', function () {
  this.timeout(180_000);

  const portal = usePortal();
  let prepared: PreparedPages;
  const measured: string[] = [];
  before(async () => {
    prepared = await preparePages(portal());
  });
  after(() => {
    // For docs/performance.md; when something is drawn depends on the machine, so nothing is asserted of it.
    if (process.env.PORTAL_FIGURES !== undefined) process.stdout.write(`${measured.join('\n')}\n`);
  });

  /** How much of the page moved, on a desk and on a phone; the most of it counts. */
  async function shiftOf(page: Page, path: string, heading: string): Promise<number> {
    const found: { shifted: number; drawn: number }[] = [];
    for (const screen of SCREENS) {
      await page.setViewportSize(screen);
      await arrive(page, prepared.addressOf(path), heading);
      found.push(await page.evaluate('({ shifted: window.shifted, drawn: window.drawn })'));
    }
    const figures = found.map(({ shifted, drawn }) => `${shifted.toFixed(3)} | ${Math.round(drawn)} ms`);
    measured.push(`| ${path} | ${figures.join(' | ')} |`);
    return Math.max(...found.map(({ shifted }) => shifted));
  }

  for (const role of ['client', 'support', 'admin'] as const) {
    it(`stays where it is, for ${role}`, async () => {
      const page = await portal().openAs(prepared.accounts[role]);
      await page.addInitScript(WATCH);
      const moved: string[] = [];
      for (const [path, heading] of PAGES[role]) {
        const shift = await shiftOf(page, path, heading);
        if (shift >= MAX_SHIFT) moved.push(`${path} by ${shift.toFixed(3)}`);
      }
      await page.context().close();
      expect(moved).to.deep.equal([]);
    });
  }
});
