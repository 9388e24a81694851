import type { Page } from 'playwright-core';

/**
 * Has the service do what `act` sends to addresses of this pattern, and loses its answers, as when the process dies
 * behind its commit. Whatever `act` clicks has been done by then.
 */
export async function withoutAnswer(page: Page, pattern: string, act: () => Promise<void>): Promise<void> {
  const lost = page.waitForEvent('requestfailed');
  await page.route(pattern, async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await act();
  await lost;
  await page.unroute(pattern);
}
