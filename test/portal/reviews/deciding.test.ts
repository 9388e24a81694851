import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { waitFor } from '../../../harness/wait-for.js';
import type { ServiceCode } from '../../../shared/services/index.js';
import { submitAsync } from '../../support/checks/submit.js';
import { subjectFor } from '../support/checks.js';
import { usePortal } from '../support/portal.js';

const CASES = 40;
const SERVICES: readonly ServiceCode[] = [
  'said_verification',
  'vehicle_check',
  'marital_status',
  'cipc_company',
];
/** Counts a user's actions: pointer presses, and presses of keys that do not type into a field. */
const COUNT_ACTS = `
  window.acts = 0;
  addEventListener('pointerdown', () => { window.acts += 1; }, true);
  addEventListener('keydown', ({ key, ctrlKey, target }) => {
    const writes = !ctrlKey && key.length === 1 && target.matches('input, textarea');
    if (!writes && key !== 'Control') window.acts += 1;
  }, true);`;

describe('a desk with forty cases', function () {
  this.timeout(300_000);

  const portal = usePortal();

  async function openCases(): Promise<void> {
    const { service } = portal();
    const { token } = await service.seedClient({ credits: 1_000 });
    for (let index = 0; index < CASES; index += 1) {
      const code = SERVICES[index % SERVICES.length] ?? 'said_verification';
      await submitAsync(service.api.client, token, {
        body: { service_code: code, subject: subjectFor(code, 'inconclusive') },
      });
    }
    const waiting = async () => {
      const rows = await service.db.query("SELECT FROM verifications WHERE status = 'manual_review'");
      return rows.length === CASES;
    };
    await waitFor(waiting, { timeoutMs: 60_000, describe: 'all cases wait for support' });
  }

  const shownCase = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';

  it('is cleared with two keys and one text a case, and no pointer', async () => {
    await openCases();
    const page = await portal().openAs(await portal().accounts.createStaff('support'), '/reviews');
    await page.getByRole('button', { name: 'Take the next case' }).click();
    await page.getByRole('heading', { name: 'Decide and go on' }).waitFor();
    await page.evaluate(COUNT_ACTS);
    const begun = Date.now();
    for (let decided = 1; decided <= CASES; decided += 1) {
      const shown = shownCase(page);
      await page.getByRole('button', { name: 'Give it back' }).waitFor();
      await page.keyboard.press('1');
      await page.getByText('the report shows this result', { exact: false }).waitFor();
      await page.keyboard.type('Confirmed by the source by phone');
      await page.keyboard.press('Control+Enter');
      await page.waitForURL((url) => !url.pathname.endsWith(shown));
    }
    const seconds = (Date.now() - begun) / 1_000;
    const acts = await page.evaluate<number>('window.acts');
    process.stdout.write(`      ${acts / CASES} keys and ${(seconds / CASES).toFixed(2)} s a case\n`);
    expect(acts).to.equal(2 * CASES);
    await page
      .getByText('Nothing is waiting', { exact: false })
      .or(page.getByRole('heading', { name: 'Reviews' }))
      .first()
      .waitFor();
    const [found] = await portal().service.db.query<{ decided: number }>(
      "SELECT count(*)::int AS decided FROM verifications WHERE status = 'completed'",
    );
    expect(found?.decided).to.equal(CASES);
    await portal().service.expectSound();
    await page.context().close();
  });
});
