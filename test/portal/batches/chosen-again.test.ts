import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { pngOf } from '../../support/uploads/pictures.js';
import { subjectFor } from '../support/checks.js';
import { usePortal } from '../support/portal.js';

describe('a file that is chosen once more', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });
  const folder = temporaryFolder();
  after(() => rmSync(folder, { recursive: true }));

  /**
   * Chooses a file as people do: what the browser makes of it is up to the browser, which says nothing of the same one.
   */
  async function choose(page: Page, path: string): Promise<void> {
    const asked = page.waitForEvent('filechooser');
    await page
      .locator('label')
      .filter({ has: page.locator('input[type="file"]') })
      .click();
    await asked;
    const cdp = await page.context().newCDPSession(page);
    const { root } = await cdp.send('DOM.getDocument');
    const { nodeId } = await cdp.send('DOM.querySelector', {
      nodeId: root.nodeId,
      selector: 'input[type="file"]',
    });
    await cdp.send('DOM.setFileInputFiles', { nodeId, files: [path] });
    await cdp.detach();
  }

  it('is read anew: it has been corrected', async () => {
    const page = await portal().openAs(await portal().accounts.createClientUser(), '/batches');
    const path = join(folder, 'people.csv');
    writeFileSync(path, '%PDF-1.7\n');
    await choose(page, path);
    const fault = page.getByText('This file cannot be uploaded');
    await fault.waitFor();
    const subject = subjectFor('said_verification', 'positive');
    writeFileSync(path, `subject,service_code,purpose\n${subject},said_verification,Tenant screening\n`);
    await choose(page, path);
    await fault.waitFor({ state: 'detached' });
    await page.getByRole('table', { name: 'Columns of the file' }).waitFor();
    await page.context().close();
  });

  it('is refused before it is sent if it has grown too large, and taken once it has shrunk', async () => {
    const page = await portal().openAs(await portal().accounts.createClientUser(), '/batches');
    const path = join(folder, 'large.csv');
    const subject = subjectFor('said_verification', 'positive');
    const rows = `subject,service_code,purpose\n${subject},said_verification,Tenant screening\n`;
    const button = page.getByRole('button', { name: 'Upload and check the rows' });
    const fault = page.getByText('The file is larger than 5 MiB. Split it and upload the parts separately.');
    writeFileSync(path, rows.padEnd(5 * 1024 * 1024 + 1, '\n'));
    await choose(page, path);
    await fault.waitFor();
    expect(await button.isDisabled()).to.equal(true);
    writeFileSync(path, rows.padEnd(5 * 1024 * 1024, '\n'));
    await choose(page, path);
    await fault.waitFor({ state: 'detached' });
    await button.click();
    await page.waitForURL('**/batches/bat_*');
    await page.context().close();
  });

  it('is another one, and stays, while the first is being uploaded', async () => {
    const page = await portal().openAs(await portal().accounts.createClientUser(), '/batches');
    const subject = subjectFor('said_verification', 'positive');
    for (const name of ['first', 'second', 'third']) {
      const row = `${subject},said_verification,Tenant screening ${name}`;
      writeFileSync(join(folder, `${name}.csv`), `subject,service_code,purpose\n${row}\n`);
    }
    const chosen = async (name: string) => {
      await choose(page, join(folder, `${name}.csv`));
      await page.getByText(`Tenant screening ${name}`).waitFor();
    };
    const uploading = () => page.getByRole('button', { name: 'Upload and check the rows' }).click();
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    let uploads = 0;
    await page.route('**/api/v1/batches', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      uploads += 1;
      const isSecond = uploads === 2;
      await answered;
      await (isSecond ? route.abort() : route.continue());
    });
    await chosen('first');
    await uploading();
    await chosen('second');
    await uploading();
    await chosen('third');
    answer();
    await page.getByText('first.csv is among your batches.').waitFor();
    await page.getByText(/^second\.csv: The service cannot be reached/).waitFor();
    await page.getByText('Tenant screening third').waitFor();
    await page.context().close();
  });

  it('is taken again once it was removed', async () => {
    const page = await portal().openAs(await portal().accounts.createClientUser(), '/account');
    const path = join(folder, 'logo.png');
    writeFileSync(path, pngOf({ width: 90, height: 30 }));
    const remove = page.getByRole('button', { name: 'Remove', exact: true });
    await choose(page, path);
    await remove.click();
    await page.getByText('Drop a logo here').waitFor();
    await choose(page, path);
    await remove.waitFor();
    await page.context().close();
  });
});
