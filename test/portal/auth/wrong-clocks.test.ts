import { expect } from 'chai';
import { learnTime, serverNow } from '../../../portal/src/lib/server-clock.js';
import { buildVerification } from '../../support/database/factories.js';
import { signIn, usePortal } from '../support/portal.js';

const TWO_DAYS_MS = 2 * 24 * 3_600_000;

describe('a computer whose clock is wrong', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });

  it('signs an unattended screen out after a quarter of an hour although it is set back', async () => {
    const page = await portal().open();
    await page.clock.install({ time: Date.now() + TWO_DAYS_MS });
    await page.goto('/');
    await signIn(page, await portal().accounts.createClientUser());
    await page.clock.setSystemTime(Date.now());
    await page.clock.runFor('14:05');
    await page.getByText('Are you still there?').waitFor();
    await page.clock.runFor('01:00');
    await page.getByText('You were signed out because nothing was done', { exact: false }).waitFor();
    await page.context().close();
  });

  it('is believed until the service has told the time, whatever else answers', () => {
    const answer = (headers: Record<string, string>) => new Response(null, { headers });
    const tomorrow = new Date(Date.now() + TWO_DAYS_MS).toUTCString();
    for (const told of [
      answer({ date: tomorrow }),
      answer({ 'x-correlation-id': 'a' }),
      answer({ date: 'soon', 'x-correlation-id': 'a' }),
    ]) {
      learnTime(told);
      expect(serverNow()).to.be.closeTo(Date.now(), 5_000);
    }
    learnTime(answer({ date: tomorrow, 'x-correlation-id': 'a' }));
    expect(serverNow()).to.be.closeTo(Date.now() + TWO_DAYS_MS, 5_000);
  });

  for (const [how, wrongBy] of [
    ['ahead of', TWO_DAYS_MS],
    ['behind', -TWO_DAYS_MS],
  ] as const) {
    it(`says when a result came by the clock of the service, ${how} which it is`, async () => {
      const user = await portal().accounts.createClientUser();
      const { id } = await buildVerification(portal().service.db, {
        clientId: user.clientId,
        status: 'completed',
      });
      // A minute more, because the service tells the time in whole seconds.
      await portal().service.db.query(
        "UPDATE verifications SET completed_at = now() - interval '3 hours 1 minute' WHERE id = $1",
        [id],
      );
      const page = await portal().open();
      await page.clock.install({ time: Date.now() + wrongBy });
      await portal().signInBehind(page, user);
      await page.goto('/');
      const result = page.getByRole('listitem').filter({ hasText: 'SA ID (Basic)' });
      expect(await result.getByRole('time').innerText()).to.equal('3 hours ago');
      await page.context().close();
    });
  }
});
