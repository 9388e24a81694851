import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { usePortal } from '../support/portal.js';

describe('the queue dashboard in a browser', function () {
  this.timeout(120_000);

  const portal = usePortal({ workers: 0 });

  it('shows the queue to support, and the browser finds nothing to refuse', async () => {
    const page = await portal().openAs(await portal().accounts.createStaff('support'));
    const answer = await page.goto('/ops/queues/queue/checks');
    expect(answer?.status()).to.equal(200);
    await page
      .getByRole('link', { name: /checks/i })
      .first()
      .waitFor();
    await page
      .getByText(/completed/i)
      .first()
      .waitFor();
    expect(portal().complaints).to.deep.equal([]);
    await page.context().close();
  });

  describe('with nobody at it', () => {
    let board: Page;
    let support: TestUser;
    beforeEach(async () => {
      support = await portal().accounts.createStaff('support');
      board = await portal().openAs(support, '/reviews');
      await board.clock.install();
      await board.goto('/ops/queues/queue/checks');
      await board
        .getByText(/completed/i)
        .first()
        .waitFor();
    });
    afterEach(() => board.context().close());

    const expectSignedOut = () => board.getByRole('button', { name: 'Sign in' }).waitFor();

    it('goes away when its viewer signs out in another tab', async () => {
      const other = await board.context().newPage();
      await other.goto('/reviews');
      await other.getByRole('button', { name: 'Sign out' }).click();
      await expectSignedOut();
    });

    it('is shown to nobody after a sign-out that did not reach the service, which is made up for', async () => {
      const other = await board.context().newPage();
      await other.goto('/reviews');
      await board.context().route('**/api/v1/logout', (route) => route.abort('internetdisconnected'));
      await other.getByRole('button', { name: 'Sign out' }).click();
      await board.getByText('The service cannot be reached.', { exact: false }).waitFor();
      await board.context().unroute('**/api/v1/logout');
      await board.goto('/ops/queues/queue/checks');
      await expectSignedOut();
      expect(await board.context().cookies()).to.deep.equal([]);
    });

    it('does not stay because its own sign-out did not reach the service', async () => {
      await board.route('**/api/v1/logout', (route) => route.abort('internetdisconnected'));
      await board.clock.fastForward('15:01');
      await board.getByText('The service cannot be reached.', { exact: false }).waitFor();
    });

    it('goes away within seconds when the session ends on another device', async () => {
      await (await portal().accounts.signIn(support)).send('DELETE', '/api/v1/me/sessions');
      await board.clock.runFor('00:15');
      await expectSignedOut();
    });

    it('ends the session after a quarter of an hour, which its own requests do not prolong', async () => {
      await board.clock.fastForward('14:50');
      await board.getByRole('heading').first().waitFor();
      await board.clock.runFor('00:15');
      await expectSignedOut();
      expect(await board.context().cookies()).to.deep.equal([]);
    });
  });

  it('asks a stranger to sign in, and then opens', async () => {
    const page = await portal().open();
    const answer = await page.goto('/ops/queues/queue/checks');
    expect(answer?.status()).to.equal(401);
    await page.getByLabel('E-mail address').waitFor();
    const { email, password } = await portal().accounts.createStaff('support');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page
      .getByText(/completed/i)
      .first()
      .waitFor();
    expect(new URL(page.url()).pathname).to.equal('/ops/queues/queue/checks');
    await page.context().close();
  });

  it('is closed to a client who is signed in, and to everybody who is not', async () => {
    const client = await portal().openAs(await portal().accounts.createClientUser());
    expect((await client.goto('/ops/queues'))?.status()).to.equal(401);
    await client.getByRole('heading', { name: 'Page not found' }).waitFor();
    const stranger = await portal().open();
    expect((await stranger.goto('/ops/queues'))?.status()).to.equal(401);
  });
});
