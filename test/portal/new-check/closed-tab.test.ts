import { expect } from 'chai';
import { fillIn, requestIdOf, subjectFor, waitForStatus } from '../support/checks.js';
import { usePortal } from '../support/portal.js';

/** Longer than a page takes to show that it waits, and a tab to close, also where little gets done meanwhile. */
const SLOW_MS = 12_000;

describe('a tab that is closed while its check is under way', function () {
  this.timeout(120_000);

  const portal = usePortal({ slowMs: SLOW_MS });

  it('takes nothing along: the check goes on, and the home page shows it as news', async () => {
    const user = await portal().accounts.createClientUser();
    const page = await portal().openAs(user);
    await page.getByRole('heading', { name: 'Latest results' }).waitFor();
    await fillIn(page, 'said_verification', subjectFor('said_verification', 'slow'));
    await page.getByRole('button', { name: /^Submit check/ }).click();
    const requestId = await requestIdOf(page);
    await waitForStatus(page, 'pending');
    await page.close();

    const later = await page.context().newPage();
    const path = `/api/v1/verifications/${requestId}`;
    const answer = await later.request.get(path, {
      headers: { Prefer: 'wait=30' },
      timeout: 45_000,
    });
    expect(await answer.json()).to.include({ status: 'completed', credits_charged: 5 });

    await later.goto('/');
    await later.getByText('1 since you were last here').waitFor();
    const news = later.locator('[data-new=true]');
    expect(await news.count()).to.equal(1);
    await news.getByRole('link').click();
    expect(await requestIdOf(later)).to.equal(requestId);
    await waitForStatus(later, 'completed');
    const history = await later.request.get('/api/v1/verifications');
    expect((await history.json()).data, 'asked for once').to.have.length(1);
    await page.context().close();
  });
});
