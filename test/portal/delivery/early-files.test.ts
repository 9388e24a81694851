import { readFileSync } from 'node:fs';
import { waitFor } from '../../../harness/wait-for.js';
import { usePortal } from '../support/portal.js';

describe('the files of a page of the portal', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });

  for (const [who, words] of [
    ['nobody', 'With the account that your administrator'],
    ['a client', 'Every check of your organisation'],
  ] as const) {
    it(`come before it is known that ${who} is signed in`, async () => {
      const page =
        who === 'nobody'
          ? await portal().open()
          : await portal().openAs(await portal().accounts.createClientUser(), '/account');
      const scripts = new Set<string>();
      page.on('response', (response) => scripts.add(new URL(response.url()).pathname));
      let answer: () => void = () => undefined;
      const asked = new Promise<void>((resolve) => (answer = resolve));
      await page.route('**/api/v1/me', async (route) => {
        await asked;
        await route.continue();
      });
      await page.goto('/checks', { waitUntil: 'commit' });
      const isThere = () =>
        [...scripts].some(
          (file) => file.endsWith('.js') && readFileSync(`dist/portal${file}`, 'utf8').includes(words),
        );
      await waitFor(isThere, { describe: 'the script of the page' });
      answer();
      await page.getByText(words).waitFor();
      await page.context().close();
    });
  }
});
