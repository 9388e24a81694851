import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { usePortal } from '../support/portal.js';

describe('the portal in colours of the user’s own (high contrast)', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });
  let page: Page;
  before(async () => {
    page = await portal().openAs(await portal().accounts.createClientUser(), '/account', {
      forcedColors: 'active',
    });
  });
  after(() => page?.context().close());

  /** What is drawn around an element: grounds are not. */
  const frameOf = (element: Locator): Promise<string> =>
    element.evaluate((seen) => {
      const { outline, border } = seen.ownerDocument.defaultView.getComputedStyle(seen);
      return [outline, border].join('; ');
    });

  async function expectApart(one: Locator, other: Locator): Promise<void> {
    expect(await frameOf(one)).not.to.equal(await frameOf(other));
  }

  it('shows whether checks are live, and which page is open', async () => {
    const mode = page.getByRole('group', { name: 'Mode' });
    await expectApart(mode.getByRole('button', { name: 'Live' }), mode.getByRole('button', { name: 'Test' }));
    await page.getByRole('link', { name: 'Wallet' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor();
    const menu = page.getByRole('complementary', { name: 'Workspace' });
    await expectApart(
      menu.getByRole('link', { name: 'Wallet', exact: true }),
      menu.getByRole('link', { name: 'Team' }),
    );
  });

  it('sets a dialog off from its page', async () => {
    await page.goto('/api-keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await frameOf(dialog)).to.match(/2px solid/);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('shows which switches are on', async () => {
    await page.goto('/account');
    const track = page
      .locator('label')
      .filter({ hasText: 'When credits run low' })
      .locator('.mantine-Switch-track');
    await track.waitFor();
    const on = await frameOf(track);
    await Promise.all([
      page.waitForResponse(
        (answer) => answer.request().method() === 'PUT' || answer.request().method() === 'PATCH',
      ),
      track.click(),
    ]);
    await page.getByRole('switch', { name: 'When credits run low', checked: false }).waitFor();
    expect(await frameOf(track)).not.to.equal(on);
    expect(await frameOf(track), 'a frame').to.match(/1px solid/);
  });

  it('shows which confirmations are given', async () => {
    await page.goto('/checks/new?service=said_verification');
    const first = page.getByRole('checkbox').first();
    const { x, y, width, height } = (await first.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    /** The inside of the box, without its frame. */
    const inside = () =>
      page.screenshot({ clip: { x: x + 4, y: y + 4, width: width - 8, height: height - 8 } });
    const empty = await inside();
    await first.check();
    expect(empty.equals(await inside()), 'a tick is seen').to.equal(false);
  });
});
