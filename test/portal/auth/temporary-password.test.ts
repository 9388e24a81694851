import { expect } from 'chai';
import { signIn, usePortal } from '../support/portal.js';

const OWN = 'a password of my own';

describe('a temporary password in the portal', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });

  async function createNewcomer() {
    const person = await portal().accounts.createStaff('support');
    await portal().service.db.query('UPDATE users SET must_change_password = true WHERE id = $1', [
      person.id,
    ]);
    return person;
  }

  it('is asked to be changed after a reload and in another tab, too', async () => {
    const person = await createNewcomer();
    const page = await portal().open();
    await portal().signInBehind(page, person);
    const change = page.getByRole('heading', { name: 'Choose your password' });
    await page.goto('/reviews');
    await change.waitFor();
    await page.reload();
    await change.waitFor();
    await page.getByLabel('Current password').fill(person.password);
    await page.getByLabel('New password', { exact: true }).fill(OWN);
    await page.getByLabel('New password again').fill(OWN);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password has changed.', { exact: false }).waitFor();
    await signIn(page, { email: person.email, password: OWN });
    await page.getByRole('heading', { name: 'Reviews' }).waitFor();
    await page.context().close();
  });

  it('keeps nobody who does not want to change it', async () => {
    const page = await portal().open();
    await portal().signInBehind(page, await createNewcomer());
    await page.goto('/reviews');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByText('You have signed out.').waitFor();
    expect(await page.context().cookies()).to.deep.equal([]);
    await page.context().close();
  });

  it('has its two buttons alike on a phone', async () => {
    const page = await portal().open({ viewport: { width: 390, height: 844 } });
    await portal().signInBehind(page, await createNewcomer());
    await page.goto('/reviews');
    const [change, leave] = await Promise.all(
      ['Change password', 'Sign out'].map((name) =>
        page.getByRole('button', { name, exact: true }).boundingBox(),
      ),
    );
    expect(leave?.height).to.equal(change?.height);
    expect(leave?.width).to.be.below(change?.width ?? 0);
    await page.context().close();
  });

  for (const [where, path] of [
    ['the page that asks for another', '/reviews'],
    ['the page for a forgotten one', '/forgot-password'],
  ] as const) {
    it(`does not keep a session alive on ${where}, which nobody touches`, async () => {
      const page = await portal().open();
      await page.clock.install();
      await portal().signInBehind(page, await createNewcomer());
      await page.goto(path);
      await page.getByRole('heading', { name: /password/ }).waitFor();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.clock.runFor('15:00');
      expect(asked.filter((url) => url.includes('/api/'))).to.deep.equal([]);
      await page.context().close();
    });
  }
});
