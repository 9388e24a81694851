import { expect } from 'chai';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import { usePortal } from '../support/portal.js';

describe('the state of a webhook', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });

  it('says why it is off and how it is turned on again, and follows when it is', async () => {
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

  it('says since when and how often messages failed, in the list and on its page, until one arrives', async () => {
    const user = await portal().accounts.createClientUser();
    const { body } = await (await portal().accounts.signIn(user)).post('/api/v1/webhooks', {
      ...{ url: 'http://127.0.0.1:9/hooks', events: ['verification.completed'] },
    });
    const fail = (since: string | null, failures: number) =>
      portal().service.db.query(
        'UPDATE webhook_endpoints SET failing_since = $1, consecutive_failures = $2 WHERE url = $3 AND client_id = $4',
        [since, failures, body.url, user.clientId],
      );
    await fail('2026-09-01T08:00:00Z', 12);
    const page = await portal().openAs(user, '/webhooks', { timezoneId: 'Africa/Johannesburg' });
    const row = page.getByRole('row', { name: body.url });
    await row.getByText('Failing', { exact: true }).waitFor();
    await row.getByText('12 failed attempts since 01 Sept 2026, 10:00 SAST', { exact: true }).waitFor();
    await row.getByRole('link').click();
    const notice = page.getByText('12 failed attempts since 01 Sept 2026, 10:00 SAST, and none that worked');
    await notice.waitFor();
    await fail(null, 0);
    await notice.waitFor({ state: 'detached' });
    await page.getByText('On', { exact: true }).waitFor();
    await page.context().close();
  });

  it('is said once to be unknown where there is no such webhook', async () => {
    const page = await portal().openAs(
      await portal().accounts.createClientUser(),
      `/webhooks/${toPublicId('webhook', newId())}`,
    );
    await page.getByText('There is no such webhook, or it has been deleted.').waitFor();
    expect(await page.getByRole('heading').allInnerTexts()).to.deep.equal(['Webhook']);
    await page.context().close();
  });
});
