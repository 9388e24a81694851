import { usePortal } from '../support/portal.js';

describe('a webhook that was turned off', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });

  it('says why and how it is turned on again, and follows when it is', async () => {
    const user = await portal().accounts.createClientUser();
    const { body } = await (await portal().accounts.signIn(user)).post('/api/v1/webhooks', {
      ...{ url: 'http://127.0.0.1:9/hooks', events: ['verification.completed'] },
    });
    const turn = (enabled: boolean) =>
      portal().service.db.query('UPDATE webhook_endpoints SET enabled = $1', [enabled]);
    await turn(false);
    const page = await portal().openAs(user, `/webhooks/${body.webhook_id}`);
    await page.getByText('Nothing is sent to it any more').waitFor();
    await page.getByText('then send a test: one that arrives turns it on again', { exact: false }).waitFor();
    await turn(true);
    await page.getByText('Nothing is sent to it any more').waitFor({ state: 'detached' });
    await page.getByText('On', { exact: true }).waitFor();
    await page.context().close();
  });
});
