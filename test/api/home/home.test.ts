import { expect } from 'chai';
import { toPublicId } from '../../../shared/domain/ids.js';
import type { WireHome } from '../../../shared/wire/home.js';
import { addUpFigures } from '../../../worker/add-up-figures.js';
import { type BuiltVerification, buildVerification } from '../../support/database/factories.js';
import { type Caller, signInClient } from '../../support/http/caller.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { avoidMidnight } from '../../support/time/avoid-midnight.js';

describe('GET /api/v1/home', function () {
  this.timeout(60_000);

  let api: TestApi;
  let caller: Caller;
  let finished: BuiltVerification;

  before(async () => {
    api = await startApi();
    caller = await signInClient(api, { credits: 100, client: { lowBalanceThreshold: 20 } });
    const { clientId } = caller;
    finished = await buildVerification(api.db, { clientId, status: 'completed' });
    await buildVerification(api.db, { clientId, status: 'completed', outcome: 'rejected' });
    await buildVerification(api.db, { clientId, serviceCode: 'identity_check', status: 'manual_review' });
    await addUpFigures(api.db);
  });
  after(() => api.close());
  beforeEach(avoidMidnight);

  async function home(who: Pick<Caller, 'get'>, query = ''): Promise<WireHome> {
    const { status, body } = await who.get(`/api/v1/home${query}`);
    expect(status).to.equal(200);
    return body as WireHome;
  }

  it('has what waits, what came back, the figures and the pace of a client', async () => {
    const { totals, days, services, wallet, finished: results, clients, waiting } = await home(caller);
    expect(totals).to.deep.include({ submitted: 3, completed: 2, credits: finished.credits, reviewed: 0 });
    expect(totals.outcomes).to.include({ positive: 1, rejected: 1 });
    expect(days).to.have.length(30);
    expect(days.reduce((sum, { submitted }) => sum + submitted, 0)).to.equal(3);
    expect(services.map(({ service_code, submitted }) => [service_code, submitted])).to.deep.equal([
      ['said_verification', 2],
      ['identity_check', 1],
    ]);
    expect(waiting).to.include({ pending: 0, manual_review: 1 });
    expect(wallet?.available).to.equal(100 - finished.credits - 12);
    expect(wallet?.credits_per_day).to.be.greaterThan(0);
    expect(results).to.have.length(2);
    expect(results?.map(({ subject }) => subject.slice(0, -4))).to.satisfy((masks: string[]) =>
      masks.every((mask) => /^\*+$/.test(mask)),
    );
    expect(clients).to.equal(null);
  });

  it('counts no day of the future in the figures, from a clock that was ahead', async () => {
    const other = await signInClient(api);
    const admin = api.client.withToken(await api.login(await api.createStaff('admin')));
    const before = (await home({ get: (path) => admin.get(path) })).totals;
    await api.db.query(
      `INSERT INTO daily_figures (client_id, day, service_code, submitted, completed, credits, reviewed,
         positive, negative, no_record, mixed, rejected, closed)
       VALUES ($1, (now() AT TIME ZONE 'UTC')::date + 2, 'said_verification', 5, 5, 25, 5, 5, 0, 0, 0, 0, 0)`,
      [other.clientId],
    );
    await api.db.query(
      `INSERT INTO daily_turnarounds (client_id, day, service_code, took_class, completed)
       VALUES ($1, (now() AT TIME ZONE 'UTC')::date + 2, 'said_verification', 1, 5)`,
      [other.clientId],
    );
    const { totals, services, days } = await home(other);
    expect([totals.submitted, totals.turnaround, services]).to.deep.equal([0, null, []]);
    expect(days.every(({ submitted }) => submitted === 0)).to.equal(true);
    const { totals: after, clients } = await home({ get: (path) => admin.get(path) });
    expect(after).to.deep.equal(before);
    const theirs = clients?.find(({ client_id }) => client_id === toPublicId('client', other.clientId));
    expect(theirs).to.include({ submitted: 0, last_day: null });
  });

  it('has only what is newer than `since`, and refuses what it does not know', async () => {
    expect((await home(caller, '?since=2099-01-01')).finished).to.deep.equal([]);
    expect((await home(caller, '?days=7')).days).to.have.length(7);
    expect((await caller.get('/api/v1/home?days=0')).status).to.equal(422);
    expect((await caller.get('/api/v1/home?colour=red')).status).to.equal(422);
  });

  it('shows a client nothing of another, and staff who asks how much', async () => {
    const other = await signInClient(api);
    const theirs = await home(other);
    expect([theirs.totals.submitted, theirs.finished, theirs.services]).to.deep.equal([0, [], []]);
    const { clientId } = caller;
    const removed = await api.createClientUser({ clientId, user: { role: 'viewer' } });
    await api.client.withToken(caller.token).send('DELETE', `/api/v1/team/${removed.publicId}`);
    const client = api.client.withToken(await api.login(await api.createStaff('admin')));
    const admin = await home({ get: (path) => client.get(path) });
    const asking = admin.clients?.find(({ submitted }) => submitted === 3);
    expect(asking).to.include({ completed: 2, available: 100 - finished.credits - 12, users: 1 });
    expect(admin.clients?.some(({ submitted, last_day }) => submitted === 0 && last_day === null)).to.equal(
      true,
    );
    expect([admin.wallet, admin.finished]).to.deep.equal([null, null]);
  });

  it('adds up for staff what exceeds 32 bits of all clients together', async () => {
    const others = await Promise.all([1, 2].map(() => signInClient(api)));
    const largest = 2_147_483_647;
    await api.db.query(
      `INSERT INTO daily_figures (client_id, day, service_code, submitted, completed, credits, reviewed, positive,
         negative, no_record, mixed, rejected, closed)
       SELECT id, (now() AT TIME ZONE 'UTC')::date, 'said_verification', $2, $2, $2, 0, $2, 0, 0, 0, 0, 0
       FROM unnest($1::uuid[]) AS id`,
      [others.map(({ clientId }) => clientId), largest],
    );
    const client = api.client.withToken(await api.login(await api.createStaff('support')));
    const { totals, days, services } = await home({ get: (path) => client.get(path) });
    for (const sums of [
      totals,
      days.at(-1),
      services.find((one) => one.service_code === 'said_verification'),
    ])
      expect(sums?.credits).to.be.at.least(2 * largest);
  });

  it('is for people, not for API keys', async () => {
    const own = api.client.withToken(caller.token);
    const { body } = await own.post('/api/v1/api-keys', { name: 'A key of a test' });
    const { status } = await api.client.withToken(body.api_key).get('/api/v1/home');
    expect(status).to.equal(401);
  });
});
