import { expect } from 'chai';
import { submit } from '../../support/checks/submit.js';
import type { Cause, World } from './world.js';

async function breakTable(world: World): Promise<void> {
  const errors = await world.watch(
    'InternalErrors',
    () => world.api,
    (total) => (total('internal_errors_total') ?? 0) > 0,
  );
  await world.asSuperuser('ALTER TABLE api_keys RENAME TO api_keys_away');
  const answer = await world.service.api.client.withToken(world.client.token).get('/api/v1/api-keys');
  await world.asSuperuser('ALTER TABLE api_keys_away RENAME TO api_keys');
  expect(answer.status).to.equal(500);
  await errors.moves();
}

/** The API has lost PostgreSQL. */
async function refuseRequests(world: World): Promise<void> {
  const watched = await Promise.all(
    ['AcceptanceBurnFast', 'AcceptanceBurnSlow'].map((alert) =>
      world.watch(
        alert,
        () => world.api,
        (total) => (total('submissions_failed_total') ?? 0) > 0,
      ),
    ),
  );
  world.link.sever();
  const answer = await submit(world.service.api.client, world.client.token);
  world.link.restore();
  expect(answer.status).to.equal(503);
  for (const one of watched) await one.moves();
}

async function slowDownReads(world: World): Promise<void> {
  const wallet = { method: 'GET', route: '/api/v1/wallet' };
  const slow = await world.watch(
    'RequestsSlow',
    () => world.api,
    (total) => {
      const all = total('http_request_duration_seconds_count', wallet) ?? 0;
      return all > (total('http_request_duration_seconds_bucket', { ...wallet, le: '0.5' }) ?? 0);
    },
  );
  const reader = world.service.api.client.withToken(world.client.token);
  let answer: Promise<unknown> = Promise.resolve();
  await world.whileLocked('wallets', async () => {
    answer = reader.get('/api/v1/wallet');
    await slow.moves();
  });
  await answer;
}

async function guessPassword(world: World): Promise<void> {
  const failing = await world.watch(
    'LoginsFailing',
    () => world.api,
    (total) => (total('login_failures_total') ?? 0) > 0,
  );
  const attempt = { email: world.client.email, password: 'not the password' };
  expect((await world.service.api.client.post('/api/v1/login', attempt)).status).to.equal(401);
  await failing.moves();
}

/** What callers see. */
export const REQUEST_CAUSES: readonly Cause[] = [
  { alerts: ['InternalErrors'], what: 'a table is gone', run: breakTable },
  {
    alerts: ['AcceptanceBurnFast', 'AcceptanceBurnSlow'],
    what: 'PostgreSQL is cut off',
    run: refuseRequests,
  },
  { alerts: ['RequestsSlow'], what: 'a table is locked while one reads it', run: slowDownReads },
  { alerts: ['LoginsFailing'], what: 'a password is guessed', run: guessPassword },
];
