import { expect } from 'chai';
import { usePortal } from '../support/portal.js';

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
      await spinner.waitFor();
      // It moves to its place.
      await spinner.evaluate('(own) => Promise.all(own.getAnimations().map(({ finished }) => finished))');
      const [around, within] = await Promise.all([button.boundingBox(), spinner.boundingBox()]);
      if (around === null || within === null) throw new Error('Both have to be drawn');
      expect(within.y + within.height / 2).to.be.closeTo(around.y + around.height / 2, 2);
      expect(within.x + within.width / 2).to.be.closeTo(around.x + around.width / 2, 2);
      await page.context().close();
    });
  }
});
