import { expect } from 'chai';
import { toPublicId } from '../../../shared/domain/ids.js';
import { buildClient, buildVerification } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import type { Answer, TestClient } from '../../support/http/client.js';
import { faultsOf } from '../../support/http/faults-of.js';
import {
  buildFullVerification,
  readableValues,
  runEraser,
  valuesOf,
} from '../../support/personal-data/personal-data.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const SUBJECT = '0001010000071';
const OTHER = '0001010001079';
const REASON = 'Request of the person, ticket 4711';

describe('POST /api/v1/admin/clients/{id}/personal-data/erasures', () => {
  let api: TestApi;
  let adminId: string;
  let admin: TestClient;
  before(async () => {
    api = await startApi();
    const user = await api.createStaff('admin');
    adminId = user.publicId;
    admin = await api.signIn(user);
  });
  after(() => api.close());
  afterEach(() => expectInvariants(api.db));

  const erase = (client: string, body: object = {}): Promise<Answer> =>
    admin.post(`/api/v1/admin/clients/${client}/personal-data/erasures`, {
      subject: SUBJECT,
      reason: REASON,
      ...body,
    });

  it('counts what it erases at once, as a worker counts what is due', async () => {
    const counted = async (): Promise<number> => {
      const metrics = await api.registry.metrics();
      return Number(/^erased_verifications_total\{[^}]*why="requested"[^}]*\} (\d+)$/m.exec(metrics)?.[1]);
    };
    const before = await counted();
    const client = await buildClient(api.db);
    for (let made = 0; made < 2; made += 1) {
      await buildVerification(api.db, { clientId: client.id, subject: SUBJECT, status: 'completed' });
    }
    expect((await erase(client.publicId)).body.erased).to.have.lengthOf(2);
    expect(await counted()).to.equal(before + 2);
  });

  it('erases all settled ones of the subject, of this client only, in any spelling', async () => {
    const [client, foreign] = [await buildClient(api.db), await buildClient(api.db)];
    const mine = [
      await buildFullVerification(api.db, { clientId: client.id, subject: SUBJECT }),
      await buildVerification(api.db, { clientId: client.id, subject: SUBJECT, status: 'completed' }),
    ];
    const others = [
      await buildFullVerification(api.db, { clientId: client.id, subject: OTHER }),
      await buildFullVerification(api.db, { clientId: foreign.id, subject: SUBJECT }),
    ];
    const before = await Promise.all(others.map(({ id }) => valuesOf(api.db, id)));
    const answer = await erase(client.publicId, { subject: ' 000101 0000 07-1 ' });
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('cache-control')).to.equal('no-store');
    expect(answer.body.erased).to.have.members(mine.map(({ requestId }) => requestId));
    expect(answer.body.waiting).to.deep.equal([]);
    for (const verification of mine) {
      expect(readableValues(await valuesOf(api.db, verification.id), verification)).to.deep.equal([]);
    }
    expect(await Promise.all(others.map(({ id }) => valuesOf(api.db, id)))).to.deep.equal(before);

    const acts = await auditOf(api.db, client.publicId);
    expect(acts.map(({ actor, action }) => [actor, action])).to.deep.equal([
      [adminId, 'personal_data.erasure_requested'],
      ['system', 'personal_data.erased'],
    ]);
    const { erasure_id } = answer.body;
    expect(acts[0]?.details).to.deep.equal({ erasure_id, reason: REASON, verifications: 2 });
    expect(acts[1]?.details.request_ids).to.have.members(mine.map(({ requestId }) => requestId));
    expect(JSON.stringify([acts, api.logs()])).to.not.include(SUBJECT);
  });

  for (const spelling of [
    'ANNA EXAMPLE-O\u2019NEILL',
    " anna  example\u2010o'neill",
    "Ａｎｎａ Example-O'Neill",
  ]) {
    it(`finds a name that is written ${spelling}, also one from before names were folded`, async () => {
      const client = await buildClient(api.db);
      const build = () =>
        buildVerification(api.db, {
          clientId: client.id,
          subject: "Anna Example-O'Neill",
          serviceCode: 'aml_screening',
          status: 'completed',
        });
      const [first, other] = [await build(), await build()];
      const { body } = await erase(client.publicId, { subject: spelling });
      expect(body.erased).to.have.members([first.requestId, other.requestId]);
      expect(body.message).to.equal(undefined);
      const rows = await api.db.query(
        'SELECT FROM verifications WHERE client_id = $1 AND name_hash IS NOT NULL',
        [client.id],
      );
      expect(rows, 'nothing is left to try names out on').to.deep.equal([]);
      expect((await erase(client.publicId, { subject: spelling })).body.erased, 'again').to.deep.equal([]);
    });
  }

  it('says so when nothing was found, and what was searched for', async () => {
    const client = await buildClient(api.db);
    await buildVerification(api.db, {
      clientId: client.id,
      subject: 'André Example',
      serviceCode: 'aml_screening',
      status: 'completed',
    });
    const { status, body } = await erase(client.publicId, { subject: 'Andre Example' });
    expect(status).to.equal(200);
    expect(body).to.deep.include({ erased: [], waiting: [], searched_for: '*********mple' });
    expect(body.message).to.include('Nothing was found').and.to.include('diacritics');
  });

  it('leaves what is open alone until it is settled, and then erases it by itself', async () => {
    const client = await buildClient(api.db);
    const build = (status: 'pending' | 'manual_review') =>
      buildVerification(api.db, { clientId: client.id, subject: SUBJECT, status });
    const [pending, review] = [await build('pending'), await build('manual_review')];
    const { body } = await erase(client.publicId);
    expect(body.erased).to.deep.equal([]);
    expect(body.waiting).to.deep.equal([
      { request_id: pending.requestId, status: 'pending' },
      { request_id: review.requestId, status: 'manual_review' },
    ]);
    expect(await runEraser(api.db)).to.include({ requested: 0 });

    const support = await api.signIn(await api.createStaff('support'));
    const released = await support.post(`/api/v1/support/reviews/${review.requestId}/resolution`, {
      decision: 'release',
      note: 'Nothing came of it',
    });
    expect(released.status).to.equal(200);
    expect(await runEraser(api.db)).to.include({ requested: 1 });
    expect(readableValues(await valuesOf(api.db, review.id), review)).to.deep.equal([]);
    expect(
      (await valuesOf(api.db, pending.id)).some(({ column, value }) => column === 'data_key' && value),
    ).to.equal(true);
    const seen = await support.get(`/api/v1/support/reviews/${review.requestId}`);
    expect(seen.status, 'support has no business with it any more').to.equal(404);
  });

  it('can be sent again: it finds what was submitted since', async () => {
    const client = await buildClient(api.db);
    const build = () =>
      buildVerification(api.db, { clientId: client.id, subject: SUBJECT, status: 'completed' });
    const first = await build();
    expect((await erase(client.publicId)).body.erased).to.deep.equal([first.requestId]);
    expect((await erase(client.publicId)).body)
      .to.include.keys('erasure_id')
      .and.to.deep.include({
        erased: [],
        waiting: [],
      });
    const second = await build();
    expect((await erase(client.publicId)).body.erased).to.deep.equal([second.requestId]);
  });

  it('is finished by a worker when the process dies after the mark', async () => {
    const client = await buildClient(api.db);
    const built = await buildFullVerification(api.db, { clientId: client.id, subject: SUBJECT });
    const erasureId = '01900000-0000-7000-8000-000000000001';
    await api.db.query('INSERT INTO erasures (id, client_id) VALUES ($1, $2)', [erasureId, client.id]);
    await api.db.query('UPDATE verifications SET erasure_id = $2 WHERE id = $1', [built.id, erasureId]);
    expect(await runEraser(api.db)).to.deep.equal({ requested: 1, expired: 0 });
    expect(readableValues(await valuesOf(api.db, built.id), built)).to.deep.equal([]);
  });

  it('says everything that is wrong at once, and changes nothing', async () => {
    const client = await buildClient(api.db);
    await buildVerification(api.db, { clientId: client.id, subject: SUBJECT, status: 'completed' });
    const faults = async (body: object) => faultsOf(await erase(client.publicId, body));
    expect(await faults({ subject: '', reason: 'x', more: 1 })).to.deep.equal({
      subject: 'required',
      reason: 'too_short',
      more: 'unknown_field',
    });
    expect(await faults({ subject: '?' })).to.deep.equal({ subject: 'invalid_subject' });
    expect(await faults({ reason: `Request of ${SUBJECT}` })).to.deep.equal({ reason: 'personal_data' });
    expect(await faults({ subject: 'Jane Example', reason: 'Request of jane example' })).to.deep.equal({
      reason: 'personal_data',
    });
    expect(await auditOf(api.db, client.publicId)).to.deep.equal([]);
  });

  it('is for admins, and for clients that there are', async () => {
    expect((await erase(toPublicId('client', '01900000-0000-7000-8000-000000000000'))).status).to.equal(404);
    expect((await erase('cli_nobody')).status).to.equal(404);
    const client = await buildClient(api.db);
    for (const caller of [
      api.client,
      await api.signIn(await api.createStaff('support')),
      await api.signIn(await api.createClientUser({ clientId: client.id })),
    ]) {
      for (const what of ['erasures', 'exports']) {
        const answer = await caller.post(`/api/v1/admin/clients/${client.publicId}/personal-data/${what}`, {
          subject: SUBJECT,
          reason: REASON,
        });
        expect(answer.status).to.equal(401);
      }
    }
  });
});
