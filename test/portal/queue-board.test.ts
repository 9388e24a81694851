import { expect } from 'chai';
import { usePortal } from './support/portal.js';

describe('the queue dashboard in a browser', function () {
  this.timeout(120_000);

  const portal = usePortal();

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

  it('is closed to a client who is signed in, and to everybody who is not', async () => {
    const client = await portal().openAs(await portal().accounts.createClientUser());
    expect((await client.goto('/ops/queues'))?.status()).to.equal(401);
    const stranger = await portal().open();
    expect((await stranger.goto('/ops/queues'))?.status()).to.equal(401);
  });
});
