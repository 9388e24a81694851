import { usePortal } from '../support/portal.js';

describe('messages to a webhook', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });

  it('are not said to be on their way while nothing sends them', async () => {
    const user = await portal().accounts.createClientUser();
    const session = await portal().accounts.signIn(user);
    const { body } = await session.post('/api/v1/webhooks', {
      ...{ url: 'http://127.0.0.1:9/hooks', events: ['verification.completed'] },
    });
    await session.post(`/api/v1/webhooks/${body.webhook_id}/test`);
    const page = await portal().openAs(user, `/webhooks/${body.webhook_id}`);
    const message = page.getByRole('row').filter({ hasText: 'None yet' });
    await message.getByText('Waiting', { exact: true }).waitFor();
    await page.context().close();
  });
});
