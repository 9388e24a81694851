import { randomFillSync } from 'node:crypto';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { pngOf } from '../../support/uploads/pictures.js';
import { subjectFor, submitCheck, waitForStatus } from '../support/checks.js';
import { expectAccessible, usePortal } from '../support/portal.js';

const NAME = 'Lettings of a test';
const FILE = { name: 'logo.png', mimeType: 'image/png', buffer: pngOf({ width: 900, height: 300 }) };

describe('the logo of a client in the portal', function () {
  this.timeout(120_000);

  const portal = usePortal();
  const logoOn = (page: Page) => page.getByRole('img', { name: `Logo of ${NAME}` });

  it('is chosen or dropped by its owner, stands on reports, and is taken away by an admin', async () => {
    const owner = await portal().accounts.createClientUser({ client: { name: NAME } });
    const page = await portal().openAs(owner, '/account');
    await page.getByText('Drop a logo here').waitFor();

    await page.locator('input[type=file]').setInputFiles(FILE);
    await logoOn(page).waitFor();
    const shown = await page.evaluate<unknown>(
      `(({ naturalWidth: width, naturalHeight: height }) => ({ width, height }))(
        document.querySelector('img[alt="Logo of ${NAME}"]'))`,
    );
    expect(shown, 'as fine as paper needs it').to.deep.equal({ width: 576, height: 192 });
    await expectAccessible(page);

    await drop(page, 'a text', 'text/plain');
    await page.getByText('not a PNG or JPEG image').waitFor();
    await drop(page, FILE.buffer.toString('latin1'), 'image/png');
    await page.getByText('not a PNG or JPEG image').waitFor({ state: 'detached' });

    const requestId = await submitCheck(
      page,
      'said_verification',
      subjectFor('said_verification', 'positive'),
    );
    await waitForStatus(page, 'completed');
    await logoOn(page).waitFor();
    const pdf = await page.request.get(`/api/v1/verifications/${requestId}/report.pdf`);
    expect((await pdf.body()).includes(`Logo of ${NAME}`)).to.equal(true);

    const admin = await portal().openAs(await portal().accounts.createStaff('admin'), '/clients');
    await admin.getByRole('link', { name: NAME }).click();
    await logoOn(admin).waitFor();
    await admin.getByRole('button', { name: 'Remove', exact: true }).click();
    await admin.getByText('Drop a logo here').waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 2, name: 'Request' }).waitFor();
    expect(await logoOn(page).count()).to.equal(0);
    expect(portal().complaints).to.deep.equal([]);
  });

  it('is drawn smaller where a photograph in its place would be more than is taken', async () => {
    const owner = await portal().accounts.createClientUser({ client: { name: NAME } });
    const page = await portal().openAs(owner, '/account');
    await page.getByText('Drop a logo here').waitFor();
    await page.locator('input[type=file]').setInputFiles({ ...FILE, buffer: noisyPng(720, 192) });
    await logoOn(page).waitFor();
    const taken = await (await page.request.get('/api/v1/logo')).body();
    expect(taken.length).to.be.within(100_000, 256 * 1024);
    await page.context().close();
  });

  /** Drops a file on the field, as from the desktop. */
  async function drop(page: Page, content: string, type: string): Promise<void> {
    const dataTransfer = await page.evaluateHandle(`(() => {
      const dropped = new DataTransfer();
      const bytes = Uint8Array.from(atob('${btoa(content)}'), (character) => character.charCodeAt(0));
      dropped.items.add(new File([bytes], 'dropped', { type: '${type}' }));
      return dropped;
    })()`);
    await page.locator('label:has(input[type=file])').dispatchEvent('drop', { dataTransfer });
  }
});

/** A picture of which no two neighbouring pixels are alike, like the grain of a photograph. */
function noisyPng(width: number, height: number): Buffer {
  const line = 1 + 3 * width;
  const lines = randomFillSync(Buffer.alloc(line * height));
  // No filter: the bytes are the colours.
  for (let row = 0; row < height; row++) lines[row * line] = 0;
  return pngOf({ width, height, lines });
}
