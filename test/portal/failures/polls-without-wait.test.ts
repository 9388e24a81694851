import { expect } from 'chai';
import type { Page, Route } from 'playwright-core';
import { subjectFor, submitCheck, waitForStatus } from '../support/checks.js';
import { usePortal } from '../support/portal.js';

const REPORT = '**/api/v1/verifications/ver_*';

describe('a pending report that is not waited for', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });
  let page: Page;
  let asked: number;
  beforeEach(async () => {
    asked = 0;
    page = await portal().openAs(await portal().accounts.createClientUser({ credits: 100 }));
    await submitCheck(page, 'said_verification', subjectFor('said_verification', 'positive'));
  });
  afterEach(() => page.context().close());

  /** Has each request that asks the service to wait answered like this, at once, and stands still after the first. */
  async function answerAtOnce(answer: (route: Route) => Promise<void>): Promise<void> {
    const asking = (route: Route) => route.request().headers().prefer?.startsWith('wait=') === true;
    const answered = new Promise<void>((resolve) => {
      void page.route(REPORT, async (route) => {
        if (!asking(route)) return route.continue();
        asked += 1;
        await answer(route);
        resolve();
      });
    });
    await page.clock.install();
    await page.reload();
    await waitForStatus(page, 'pending');
    await answered;
    await page.clock.pauseAt(Date.now() + 1_000);
    await page.waitForLoadState('networkidle');
  }

  const answers: [string, (route: Route) => Promise<void>][] = [
    [
      'because something on the way refuses it',
      (route) =>
        route.fulfill({ status: 429, json: { status: 'rate_limited', message: 'Too many requests.' } }),
    ],
    [
      'because the service has no room for it',
      async (route) => {
        const response = await route.fetch({ headers: { ...route.request().headers(), prefer: '' } });
        await route.fulfill({ response, headers: { ...response.headers(), 'preference-applied': 'wait=0' } });
      },
    ],
  ];
  for (const [why, answer] of answers) {
    it(`is asked for from time to time, ${why}`, async () => {
      await answerAtOnce(answer);
      const before = asked;
      await page.clock.runFor(1_000);
      await page.waitForLoadState('networkidle');
      expect(asked).to.equal(before);
      const next = page.waitForRequest(REPORT);
      await page.clock.runFor(5_000);
      await next;
    });
  }
});
