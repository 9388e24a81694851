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
