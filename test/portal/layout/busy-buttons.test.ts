import { waitFor } from '../../../harness/wait-for.js';
import { usePortal } from '../support/portal.js';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Whether the two have one middle, but for rounding. */
function isCentred(within: Box | null, around: Box | null): boolean {
  if (within === null || around === null) return false;
  const across = within.x + within.width / 2 - (around.x + around.width / 2);
  const down = within.y + within.height / 2 - (around.y + around.height / 2);
  return Math.max(Math.abs(across), Math.abs(down)) <= 2;
}

describe('a button that is busy', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });

  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    it(`shows so in its middle where motion is ${reducedMotion}`, async () => {
      const user = await portal().accounts.createClientUser();
      const page = await portal().openAs(user, '/account', { reducedMotion });
      await page.route('**/api/v1/me/second-factor/totp', () => undefined);
      const button = page.getByRole('button', { name: 'Set up an authenticator app' });
      await button.click();
      const spinner = button.locator('.mantine-Button-loader');
      await waitFor(async () => isCentred(await spinner.boundingBox(), await button.boundingBox()), {
        describe: 'the spinner in the middle of its button, to which it moves',
      });
      await page.context().close();
    });
  }
});
