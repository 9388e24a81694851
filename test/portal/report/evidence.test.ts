import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { subjectFor, submitCheck, waitForStatus } from '../support/checks.js';
import { expectAccessible, usePortal } from '../support/portal.js';

describe('evidence in the browser', function () {
  this.timeout(180_000);
  const portal = usePortal();
  const folder = temporaryFolder();
  after(() => rm(folder, { recursive: true }));

  async function download(page: Page, name: string): Promise<string> {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name, exact: true }).click(),
    ]);
    const place = path.join(folder, file.suggestedFilename());
    await file.saveAs(place);
    return place;
  }

  it('is handed out by the report, and /verify says offline what it proves, and sends nothing', async () => {
    const page = await portal().openAs(await portal().accounts.createClientUser());
    await submitCheck(page, 'said_verification', subjectFor('said_verification', 'positive'));
    await waitForStatus(page, 'completed');
    const files = [
      await download(page, 'Receipt'),
      await download(page, 'Proof'),
      await download(page, 'PDF'),
    ];
    expect(files.map((file) => file.slice(file.indexOf('.', file.lastIndexOf('/'))))).to.deep.equal([
      '.receipt.jwt',
      '.tlog-proof',
      '.pdf',
    ]);
    const [receipt = ''] = files;
    const changed = path.join(folder, 'changed.jwt');
    await writeFile(
      changed,
      (await readFile(receipt, 'utf8')).replace(/.\n?$/, (end) => (end[0] === 'A' ? 'B' : 'A')),
    );

    const [check] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Verify it' }).click(),
    ]);
    await check.getByRole('heading', { name: 'Check evidence' }).waitFor();
    await check.waitForLoadState('networkidle');
    await expectAccessible(check);
    await check.context().setOffline(true);
    const sent: string[] = [];
    check.on('request', (request) => sent.push(request.url()));
    await check.getByRole('button', { name: 'Check' }).click();
    await check.getByText('Choose a file, or paste one.').waitFor();
    await check.locator('#files').setInputFiles([...files, changed]);
    // Pressed twice, it says everything once.
    await check.evaluate("for (const _ of [1, 2]) document.querySelector('[type=submit]').click()");
    await check.locator('article').nth(3).waitFor();
    const said = await check.locator('article h2').allTextContents();
    expect(said.map((line) => line.slice(line.indexOf(': ') + 2)).sort()).to.deep.equal([
      'a PDF unchanged since it was signed',
      'a genuine consent receipt',
      'a valid proof',
      'this receipt proves nothing',
    ]);
    expect(await check.locator('article').first().textContent()).to.include(
      'The person has agreed to this check',
    );
    expect(sent).to.deep.equal([]);
    const translated = await check.evaluate<boolean>("document.querySelector('article').translate");
    expect(translated, 'sent by the translator of the browser').to.equal(false);
    await expectAccessible(check);
    await page.context().close();
  });

  it('is taken where it is dropped beside the field, not opened in place of the page', async () => {
    const page = await portal().open();
    await page.goto('/verify');
    const file = path.join(folder, 'dropped.jwt');
    await writeFile(file, 'no evidence');
    const beside = await page.getByRole('heading', { name: 'Check evidence' }).boundingBox();
    const { x, y } = beside ?? { x: 0, y: 0 };
    const data = { items: [], files: [file], dragOperationsMask: 1 };
    const cdp = await page.context().newCDPSession(page);
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await cdp.send('Input.dispatchDragEvent', { type, x: x + 10, y: y + 10, data });
    }
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('heading', { name: /^dropped\.jwt: / }).waitFor();
    await page.context().close();
  });

  it('is not called damaged by a browser that cannot check it', async () => {
    const page = await portal().open();
    // As Chrome was until version 136.
    await page.addInitScript(`
      const importKey = SubtleCrypto.prototype.importKey;
      SubtleCrypto.prototype.importKey = async function (format, data, algorithm, ...others) {
        if (algorithm.name === 'Ed25519') throw new DOMException('Algorithm: Unrecognized name', 'NotSupportedError');
        return importKey.call(this, format, data, algorithm, ...others);
      };`);
    await page.goto('/verify');
    const headers = [
      'webhook-id: evt_01m8nw00n3eeft3jcwb71qzjjs',
      'webhook-timestamp: 1',
      'webhook-signature: v1a,AA==',
    ];
    await page.getByLabel('Or paste one').fill([...headers, '', '{}'].join('\n'));
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('heading', { name: 'pasted text: this webhook could not be checked' }).waitFor();
    await page.getByText('It may be genuine').waitFor();
    // Browsers give pages that came without encryption no cryptography at all.
    await page.addInitScript("Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })");
    await page.reload();
    await page.getByLabel('Or paste one').fill([...headers, '', '{}'].join('\n'));
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('Open this page by https').waitFor();
    await page.context().close();
  });
});
