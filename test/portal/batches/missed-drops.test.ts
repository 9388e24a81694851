import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { subjectFor } from '../support/checks.js';
import { usePortal } from '../support/portal.js';

describe('files dropped on the portal', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });
  const folder = temporaryFolder();
  let page: Page;
  before(async () => {
    page = await portal().openAs(await portal().accounts.createClientUser(), '/batches');
    await page.getByLabel('Purpose').fill('Tenant screening, lease 17');
  });
  after(async () => {
    await page?.context().close();
    rmSync(folder, { recursive: true });
  });

  const field = () => page.locator('label').filter({ has: page.locator('input[type="file"]') });

  function fileCalled(name: string): string {
    const path = join(folder, name);
    const subject = subjectFor('said_verification', 'positive');
    writeFileSync(path, `subject,service_code\n${subject},said_verification\n`);
    return path;
  }

  /** Drops these files on the field or beside it, as the window system does it. */
  async function drop(names: readonly string[], where: 'beside' | 'field'): Promise<void> {
    const at =
      where === 'field'
        ? await field().boundingBox()
        : await page.getByRole('heading', { level: 1, name: 'Batches' }).boundingBox();
    const { x, y } = at ?? { x: 0, y: 0 };
    const data = { items: [], files: names.map(fileCalled), dragOperationsMask: 1 };
    const cdp = await page.context().newCDPSession(page);
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await cdp.send('Input.dispatchDragEvent', { type, x: x + 10, y: y + 10, data });
    }
    await cdp.detach();
  }

  it('are not opened in its place when they miss the field', async () => {
    // A browser without windows never opens it: what counts is that the page forbids it, after everything in it.
    await page.evaluate(
      "addEventListener('dragover', (event) => (window.forbidden = event.defaultPrevented && event.dataTransfer.dropEffect))",
    );
    await drop(['people.txt'], 'beside');
    expect(await page.evaluate('window.forbidden')).to.equal('none');
    expect(await page.getByLabel('Purpose').inputValue()).to.equal('Tenant screening, lease 17');
  });

  it('are chosen when they meet it, one at a time', async () => {
    await drop(['people.csv'], 'field');
    await field().getByText('people.csv').waitFor();
    await drop(['north.csv', 'south.csv'], 'field');
    await field().getByText('Drop one file at a time.').waitFor();
    await field().getByText('people.csv').waitFor();
    await drop(['south.csv'], 'field');
    await field().getByText('south.csv').waitFor();
    expect(await field().getByText('Drop one file at a time.').count()).to.equal(0);
  });
});
