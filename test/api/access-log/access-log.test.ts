import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import pg from 'pg';
import { AccessLog } from '../../../api/access-log/access-log.js';
import { verifyAccessChains } from '../../../scripts/verify/verify-access-chains.js';
import { fromPublicId, newId, toPublicId } from '../../../shared/domain/ids.js';
import { buildVerification } from '../../support/database/factories.js';
import type { TestClient } from '../../support/http/client.js';
import { faultsOf } from '../../support/http/faults-of.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const PHOTO = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);

describe('The access log', function () {
  this.timeout(60_000);

  let api: TestApi;
  let user: Awaited<ReturnType<TestApi['createClientUser']>>;
  let owner: TestClient;
  let support: TestClient;
  before(async () => {
    api = await startApi();
    user = await api.createClientUser({ user: { name: 'Olga Sample' } });
    owner = await api.signIn(user);
    support = await api.signIn(await api.createStaff('support', { name: 'Sam Sample' }));
  });
  after(() => api.close());

  type Line = Record<string, unknown>;
  const lines = async (query = '', caller = owner, path = '/api/v1/access-log'): Promise<Line[]> =>
    (await caller.get(`${path}${query}`)).body.data;
  const build = (status: 'completed' | 'pending' | 'manual_review', checks: object[] = [{}]) =>
    buildVerification(api.db, { clientId: user.clientId, serviceCode: 'identity_check', status, checks });

  /** A slow machine may time out on the lock of the chain; nothing is shown then, and the read is repeated. */
  const look = async (caller: TestClient, path: string): Promise<void> => {
    let status: number;
    do ({ status } = await caller.get(path));
    while (status === 503);
    expect(status).to.equal(200);
  };

  it('has a line for every file of staff in which the client has a case, and for none in which it has not', async () => {
    const other = await api.createClientUser();
    const { id } = await build('manual_review');
    const desk = '/api/v1/support/reviews';
    const csv = async (path: string, accept = 'text/csv') =>
      (await support.get(path, { headers: { accept } })).body;
    const ofFiles = async (caller = owner): Promise<number> =>
      (await lines('', caller)).filter(({ act }) => act === 'csv').length;
    expect(await csv(desk)).to.include(toPublicId('verification', id));
    expect(await ofFiles()).to.equal(1);
    await csv(`${desk}?limit=5`);
    await csv(desk, 'application/json');
    expect(await ofFiles()).to.equal(2);
    const request = toPublicId('verification', id);
    const decision = { decision: 'release', note: 'The provider cannot say' };
    expect((await support.post(`${desk}/${request}/resolution`, decision)).status).to.equal(200);
    expect(await csv('/api/v1/support/decisions')).to.include(request);
    const found = (await lines()).filter(({ act }) => act === 'csv');
    expect(found.map(({ actor_kind, request_id }) => [actor_kind, request_id])).to.deep.equal([
      ['staff', null],
      ['staff', null],
      ['staff', null],
    ]);
    expect(await ofFiles(await api.signIn(other))).to.equal(0);
  });

  it('has no line for a page of staff that ends just before the case of the client', async () => {
    const [first, next] = [await api.createClientUser(), await api.createClientUser()];
    // A two-millisecond period long ago with no other entries.
    const moments = [0, 1].map((later) => new Date(Date.now() - 1e11 + later));
    for (const [index, { clientId }] of [first, next].entries()) {
      await buildVerification(api.db, {
        clientId,
        status: 'manual_review',
        createdAt: moments[index] as Date,
      });
    }
    const [from, to] = moments.map((moment) => moment.toISOString());
    const page = `/api/v1/support/reviews?limit=1&created_from=${from}&created_to=${to}`;
    await support.get(page, { headers: { accept: 'text/csv' } });
    const acts = async (caller: TestClient) => (await lines('', caller)).map(({ act }) => act);
    expect(await acts(await api.signIn(first))).to.deep.equal(['csv']);
    expect(await acts(await api.signIn(next))).to.deep.equal([]);
  });

  it('has a line for every form of a report that somebody opens, and none for who waits for one', async () => {
    const { requestId } = await build('completed', [{ photo: PHOTO }]);
    const pending = await build('pending');
    const address = `/api/v1/verifications/${requestId}`;
    const { body: key } = await owner.post('/api/v1/api-keys', { name: 'Machine' });
    const machine = api.client.withToken(key.api_key);
    const report = await owner.get(address);
    const etag = report.headers.get('etag') ?? '';
    expect((await owner.get(address, { headers: { 'if-none-match': etag } })).status).to.equal(304);
    expect((await machine.get(`${address}/report.pdf`)).status).to.equal(200);
    expect((await owner.get(`${address}/photo`)).status).to.equal(200);
    await owner.get(`/api/v1/verifications/${pending.requestId}`);
    expect((await lines(`?request_id=${pending.requestId}`)).length).to.equal(0);

    const found = await lines(`?request_id=${requestId}`);
    const who = found.map(({ act, actor_kind, actor_name, person }) => [act, actor_kind, actor_name, person]);
    expect(who).to.deep.equal([
      ['photo', 'user', user.email, 'Olga Sample'],
      ['pdf', 'api_key', 'Machine', null],
      ['report', 'user', user.email, 'Olga Sample'],
    ]);
    expect(found[0]).to.include({ actor: user.publicId, channel: 'api', ip_address: '127.0.0.1' });
    expect((await lines('?person=Machine')).map(({ act }) => act)).to.deep.equal(['pdf']);
    for (const person of [user.publicId, user.email, 'Olga%20Sample']) {
      expect(await lines(`?person=${person}&request_id=${requestId}`), person).to.have.length(2);
    }
  });

  it('has a line for a replay that is answered with the result', async () => {
    const submission = {
      service_code: 'said_verification',
      subject: '0001010000071',
      purpose: 'Check before a synthetic contract',
      authority_confirmed: true,
      charge_approved: true,
      idempotency_key: 'shown again',
    };
    const { body } = await owner.post('/api/v1/verifications', submission);
    const sent = async () => {
      expect((await owner.post('/api/v1/verifications', submission)).status).to.equal(200);
      return (await lines(`?request_id=${body.request_id}`)).map(({ act }) => act);
    };
    expect(await sent(), 'pending').to.deep.equal([]);
    await api.db.query(
      `UPDATE verifications SET status = 'completed', outcome = 'positive', label = 'Confirmed', completed_at = now(),
         credits_charged = credits, credits_reserved = 0 WHERE id = $1`,
      [fromPublicId('verification', body.request_id)],
    );
    expect(await sent(), 'completed').to.deep.equal(['report']);
  });

  it('has a line for a file of the history, and none for a page of it', async () => {
    const before = (await lines()).length;
    await owner.get('/api/v1/verifications');
    expect((await lines()).length).to.equal(before);
    await owner.get('/api/v1/verifications', { headers: { accept: 'text/csv' } });
    await owner.post('/api/v1/verifications/search', {}, { headers: { accept: 'text/csv' } });
    const [last, first] = await lines();
    for (const line of [last, first]) expect(line).to.include({ act: 'csv', request_id: null });
    expect(await lines()).to.have.length(before + 2);
  });

  it('has no line for what is not under review, which support can neither decide nor see', async () => {
    const { requestId } = await build('completed');
    const address = `/api/v1/support/reviews/${requestId}`;
    const decision = { decision: 'release', note: 'The provider cannot say' };
    expect((await support.get(address)).status).to.equal(404);
    expect((await support.post(`${address}/resolution`, decision)).status).to.equal(409);
    expect((await support.post(`${address}/late-answer`)).status).to.equal(409);
    expect(await lines(`?request_id=${requestId}`)).to.deep.equal([]);
  });

  it('tells a client which staff looked at what, without their address or name', async () => {
    const review = await build('manual_review');
    const address = `/api/v1/support/reviews/${review.requestId}`;
    expect((await support.get(address)).status).to.equal(200);
    expect((await support.post(`${address}/reveal-subject`)).status).to.equal(200);
    const found = await lines(`?request_id=${review.requestId}`);
    expect(found.map(({ act }) => act)).to.deep.equal(['reveal', 'case']);
    for (const line of found) {
      expect(line).to.include({ actor_kind: 'staff', actor_name: null, person: null, ip_address: null });
    }
    expect(await lines('?person=Sam%20Sample'), 'asked for by name').to.deep.equal([]);
    const path = `/api/v1/admin/clients/${toPublicId('client', user.clientId)}/access-log`;
    const auditor = await api.signIn(await api.createStaff('auditor'));
    const query = `?request_id=${review.requestId}`;
    const shown = await lines(query, auditor, path);
    expect(shown[0]).to.include({ person: 'Sam Sample' });
    for (const person of ['sam sample', String(shown[0]?.actor_name), String(shown[0]?.actor)]) {
      const asked = `${query}&person=${encodeURIComponent(person)}`;
      expect(await lines(asked, auditor, path), person).to.deep.equal(shown);
    }
  });

  it('is asked for commands on the server by the name that it gives them', async () => {
    const { id, requestId } = await build('completed');
    const opened = { clientId: user.clientId, act: 'export', verificationId: id } as const;
    await api.deps.accessLog.record({
      ...opened,
      actorKind: 'system',
      actorId: null,
      channel: 'command',
      ipAddress: undefined,
    });
    const [shown] = await lines(`?request_id=${requestId}`);
    expect(shown).to.include({ actor: 'system', act: 'export' });
    expect(await lines('?person=system')).to.deep.equal([shown]);
  });

  it('is shown to its own client only, page by page and as a file', async () => {
    const stranger = await api.signIn(await api.createClientUser());
    expect(await lines('', stranger)).to.deep.equal([]);
    const all = await lines('?limit=100');
    const first = (await owner.get('/api/v1/access-log?limit=2')).body;
    const second = (await owner.get(`/api/v1/access-log?limit=2&cursor=${first.next_cursor}`)).body;
    expect([...first.data, ...second.data]).to.deep.equal(all.slice(0, 4));
    const file = await owner.get('/api/v1/access-log', { headers: { accept: 'text/csv' } });
    const [header, ...rows] = String(file.body).trim().split('\r\n');
    expect(rows).to.have.length(all.length);
    expect(header).to.match(/,person$/);
    expect(rows.some((row) => row.endsWith(',Olga Sample'))).to.equal(true);
    expect(file.body).to.not.include('Sam Sample');
    expect((await support.get('/api/v1/access-log')).status).to.equal(401);
    expect(faultsOf(await owner.get('/api/v1/access-log?request_id=1&person='))).to.deep.equal({
      request_id: 'invalid_request_id',
      person: 'invalid_submitter',
    });
  });

  it('is asked for a person in characters, of which some take two units of UTF-16', async () => {
    const ask = (length: number) =>
      owner.get(`/api/v1/access-log?person=${encodeURIComponent('\u{1d4aa}'.repeat(length))}`);
    expect((await ask(254)).status).to.equal(200);
    expect(faultsOf(await ask(255))).to.deep.equal({ person: 'invalid_submitter' });
  });

  it('shows nothing when it cannot be written', async () => {
    const { requestId } = await build('completed');
    const schema = new pg.Client(api.database.ownerUrl);
    await schema.connect();
    try {
      await schema.query('ALTER TABLE access_log RENAME TO access_log_away');
      const answer = await owner.get(`/api/v1/verifications/${requestId}`);
      expect(answer.status).to.equal(500);
      expect(answer.body).not.to.have.property('result');
    } finally {
      await schema.query('ALTER TABLE access_log_away RENAME TO access_log');
      await schema.end();
    }
  });

  it('has no line for a look that is refused in the transaction that would have shown it', async () => {
    const { id, requestId } = await build('completed');
    const { clientId } = user;
    const refused = new AccessLog({ scoped: () => api.db }).look({
      key: { clientId, id },
      caller: { kind: 'api_key', hash: randomBytes(32), use: { need: 'any', address: undefined } },
      read: async (_sql, keys) => keys,
      opens: () => ({
        ...{ clientId, actorKind: 'api_key', actorId: newId(), act: 'report', verificationId: id },
        ...{ channel: 'api', ipAddress: undefined },
      }),
    });
    expect(await refused.catch((error) => error)).to.have.property('kind', 'unauthorized');
    expect(await lines(`?request_id=${requestId}`)).to.deep.equal([]);
  });

  it('holds as a chain when many look at once on two processes, and says where it was changed', async () => {
    const { requestId } = await build('completed');
    const path = `/api/v1/verifications/${requestId}`;
    const token = await api.login(user);
    const second = await startApi({ database: api.database, redisUrl: api.redisUrl });
    try {
      const callers = [owner, second.client.withToken(token)];
      await Promise.all(Array.from({ length: 60 }, (_, index) => look(callers[index % 2] ?? owner, path)));
    } finally {
      await second.close();
    }
    expect((await lines(`?limit=100&request_id=${requestId}`)).length).to.be.at.least(60);
    const report = await verifyAccessChains(api.db);
    expect(report.broken).to.deep.equal([]);
    expect(report.rows).to.be.at.least(60);

    const schema = new pg.Client(api.database.ownerUrl);
    await schema.connect();
    try {
      await schema.query(`SET app.scope = 'operator'`);
      await schema.query('ALTER TABLE access_log DISABLE TRIGGER USER');
      const change = 'UPDATE access_log SET ip_address = $1 WHERE entry_no = 3';
      await schema.query(change, ['192.0.2.1']);
      expect((await verifyAccessChains(api.db)).broken).to.deep.equal([
        { clientId: user.clientId, entryNo: 3, problem: 'its content does not match its hash' },
      ]);
      // Restored, because the witness of the test run verifies the chains too.
      await schema.query(change, ['127.0.0.1']);
    } finally {
      await schema.query('ALTER TABLE access_log ENABLE TRIGGER USER');
      await schema.end();
    }
  });
});
