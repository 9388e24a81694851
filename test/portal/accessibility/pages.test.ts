import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { WORKSPACE_PAGES } from '../../../shared/wire/portal-pages.js';
import { WITHOUT_NEWER } from '../support/older-browsers.js';
import { expectAccessible, usePortal } from '../support/portal.js';
import { arrive, PAGES, type PreparedPages, preparePages } from '../support/role-pages.js';

/** Dialogs, by the page and the button that opens them. */
const DIALOGS = {
  client: [
    ['/checks/new', 'About AML/PEP/Sanctions'],
    ['/api-keys', 'New key'],
    ['/webhooks', 'New webhook'],
    ['/team', 'Invite somebody'],
  ],
  support: [
    ['/reviews/{review}', 'Complete with a result'],
    ['/reviews/{review}', 'Send it back to the provider'],
  ],
  admin: [
    ['/clients', 'New client'],
    ['/clients/{client}', 'Add or take credits'],
    ['/staff', 'New member of staff'],
  ],
} as const;

// Colours do not depend on the width, nor layout on the theme: each value is used once, and every page is shown twice.
const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 390 },
] as const;

describe('every page of the portal', function () {
  this.timeout(180_000);

  const portal = usePortal();
  let prepared: PreparedPages;
  before(async () => {
    prepared = await preparePages(portal());
  });

  /** Nothing has to be scrolled sideways (WCAG 2.2, 1.4.10). */
  async function expectNoOverflow(page: Page): Promise<void> {
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(overflow, `${page.url()} is too wide`).to.be.at.most(0);
    const cramped = await page.evaluate<string[]>(
      "[...document.querySelectorAll('dd')].filter((dd) => dd.scrollWidth > dd.clientWidth).map((dd) => dd.innerText)",
    );
    expect(cramped, `${page.url()} has facts that are wider than their place`).to.deep.equal([]);
  }

  /** On a phone a row is a few lines, whose parts neither overlap nor leave the table. */
  async function expectRowsLegible(page: Page): Promise<void> {
    const spoilt = await page.evaluate<string[]>(
      `[...document.querySelectorAll('tbody tr')].filter((row) => {
        const { left, right } = row.getBoundingClientRect();
        const boxes = [...row.cells].map((cell) => cell.firstElementChild.getBoundingClientRect())
          .filter(({ width, height }) => width > 0 && height > 0);
        const collide = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        return boxes.some((box, index) => box.left < left - 1 || box.right > right + 1
          || boxes.slice(index + 1).some((other) => collide(box, other)));
      }).map((row) => row.innerText)`,
    );
    expect(spoilt, `${page.url()} has rows that cannot be read`).to.deep.equal([]);
  }

  /** Large enough for a thumb (WCAG 2.2, 2.5.8); what stands in a line of text is exempt. */
  async function expectTargets(page: Page): Promise<void> {
    const small = await page.evaluate<string[]>(
      `[...document.querySelectorAll('button, select, td[data-phone="acts"] a')]
        .filter((target) => target.checkVisibility() && getComputedStyle(target).display !== 'inline')
        .map((target) => [target, target.getBoundingClientRect()])
        .filter(([target, { height }]) => height < (target.closest('td[data-phone="acts"]') ? 36 : 24))
        .map(([target, { height }]) => height + ' px: ' + target.outerHTML.slice(0, 200))`,
    );
    expect(small, `${page.url()} has controls that are too small`).to.deep.equal([]);
  }

  /** Between the phone's list and the desktop's table: what does not fit its column would overlap the next. */
  async function expectColumnsApart(page: Page): Promise<void> {
    await page.setViewportSize({ width: 820, height: 900 });
    const outgrown = await page.evaluate<string[]>(
      `[...document.querySelectorAll('td > div, div:has(> table)')]
        .filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.innerText)`,
    );
    expect(outgrown, `${page.url()} has columns that collide`).to.deep.equal([]);
  }

  /** Panels that touch have lost the space between them. */
  async function expectPanelsApart(page: Page): Promise<void> {
    const touching = await page.evaluate<string[]>(
      `(() => {
        const panels = [...document.querySelectorAll('main section[aria-labelledby]')].filter((panel) => panel.checkVisibility());
        const boxes = panels.map((panel) => panel.getBoundingClientRect());
        const isBelow = (upper, lower) => upper.left < lower.right && lower.left < upper.right
          && lower.top >= upper.bottom - 1 && lower.top < upper.bottom + 8;
        return panels.filter((_panel, index) => boxes.some((box) => isBelow(box, boxes[index])))
          .map((panel) => panel.innerText.slice(0, 60));
      })()`,
    );
    expect(touching, `${page.url()} has panels without a space above them`).to.deep.equal([]);
  }

  /** Checks the page in both themes, on a wide and on a narrow screen. */
  async function look(page: Page): Promise<void> {
    for (const { colorScheme, width } of LOOKS) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
      await expectNoOverflow(page);
      await expectPanelsApart(page);
      if (width < 500) {
        await expectRowsLegible(page);
        await expectTargets(page);
      }
    }
  }

  it('is looked at', () => {
    const looked = Object.values(PAGES).flatMap((pages) =>
      pages.map(([path]) => path.replace(/\?.*/, '').replace(/\{\w+\}/, '$')),
    );
    expect(looked).to.include.members(WORKSPACE_PAGES.map((page) => page.replace(/\$\w+/, '$$')));
  });

  for (const role of ['client', 'support', 'admin'] as const) {
    it(`of ${role} gives axe nothing to find in either theme, and the browser nothing to refuse`, async () => {
      const page = await portal().openAs(prepared.accounts[role]);
      await page.addInitScript(WITHOUT_NEWER);
      for (const [path, heading] of PAGES[role]) {
        await arrive(page, prepared.addressOf(path), heading);
        await expectColumnsApart(page);
        await look(page);
      }
      for (const [path, button] of DIALOGS[role]) {
        await page.goto(prepared.addressOf(path));
        await page.getByRole('button', { name: button }).click();
        await page.getByRole('dialog').waitFor();
        await look(page);
      }
      await page.context().close();
      expect(portal().complaints).to.deep.equal([]);
    });
  }

  it('before signing in, too', async () => {
    const page = await portal().open();
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await look(page);
    await page.context().close();
  });

  it('changes its theme at the press of a button and keeps it', async () => {
    const page = await portal().openAs(prepared.accounts.client, '/', { colorScheme: 'light' });
    await page.getByRole('button', { name: 'Use the dark theme' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Use the light theme' }).waitFor();
    expect(portal().complaints).to.deep.equal([]);
    await page.context().close();
  });

  it('prints a report without menu and buttons', async () => {
    const page = await portal().openAs(prepared.accounts.client);
    await arrive(page, prepared.addressOf('/checks/{completed}'), 'ID + Photo (Real-Time)');
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('link', { name: 'History' }).isVisible()).to.equal(false);
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).to.equal(false);
    expect(await page.getByText(/^Confidential:/).isVisible()).to.equal(true);
    await page.context().close();
  });
});
