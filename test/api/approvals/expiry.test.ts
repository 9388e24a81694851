import { expect } from 'chai';
import { withClient } from '../../../harness/with-client.js';
import { expireProposals } from '../../../shared/approvals/expire-proposals.js';
import { openDatabase } from '../../../shared/db/database.js';
import { PROPOSAL_DAYS } from '../../../shared/domain/approvals.js';
import { fromPublicId, toPublicId } from '../../../shared/domain/ids.js';
import { buildVerification } from '../../support/database/factories.js';
import { superuserUrlOf } from '../../support/database/superuser.js';
import { untilBlocked } from '../../support/database/until-blocked.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import type { Answer, TestClient } from '../../support/http/client.js';
import { runEraser } from '../../support/personal-data/personal-data.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('A proposal that nobody decides', function () {
  this.timeout(60_000);

  let api: TestApi;
  let proposer: TestClient;
  let others: TestClient[];
  let proposerId: string;
  before(async () => {
    api = await startApi({ config: { twoPeople: true, approvalCredits: 10_000 } });
    const [ann, bea, cem] = await Promise.all([1, 2, 3].map(() => api.createStaff('admin')));
    if (ann === undefined || bea === undefined || cem === undefined) throw new Error('three were made');
    proposerId = ann.id;
    proposer = await api.signIn(ann);
    others = await Promise.all([bea, cem].map((account) => api.signIn(account)));
  });
  after(() => api.close());

  const decide = (caller: TestClient | undefined, id: string, how = 'approve'): Promise<Answer> =>
    (caller as TestClient).post(`/api/v1/admin/approvals/${id}/${how}`);
  const read = async (id: string) => (await proposer.get(`/api/v1/admin/approvals/${id}`)).body;
  const actionsOf = async (id: string) => (await auditOf(api.db, id)).map(({ action }) => action);
  const move = async (key: string) => {
    const { clientId } = await api.createClientUser({ credits: 0 });
    const address = `/api/v1/admin/clients/${toPublicId('client', clientId)}`;
    const send = () =>
      proposer.post(`${address}/credits`, { amount: 50_000, note: 'Order 4711', idempotency_key: key });
    return { address, send, id: (await send()).body.approval_id as string };
  };
  const age = (id: string, days: number) =>
    api.db.query(
      `UPDATE approvals SET proposed_at = now() - $2::integer * interval '1 day' - interval '1 minute' WHERE id = $1`,
      [fromPublicId('approval', id), days],
    );
  const mailsTo = () =>
    api.db.query(`SELECT data FROM mails WHERE user_id = $1 AND kind = 'proposal_expired' ORDER BY id`, [
      proposerId,
    ]);

  it('says until when it can be decided, and is done until then', async () => {
    const { address, id } = await move('in time');
    const { proposed_at, expires_at } = await read(id);
    expect(Date.parse(expires_at) - Date.parse(proposed_at)).to.equal(PROPOSAL_DAYS * 86_400_000);
    await age(id, PROPOSAL_DAYS - 1);
    expect((await decide(others[0], id)).body.state).to.equal('approved');
    expect((await proposer.get(`${address}/wallet`)).body.balance).to.equal(50_000);
  });

  it('can then neither be approved nor declined, and whoever proposed it is told once', async () => {
    const { address, id } = await move('too late');
    await age(id, PROPOSAL_DAYS);
    const told = (await mailsTo()).length;
    const answers = await Promise.all(others.map((admin) => decide(admin, id)));
    answers.push(await decide(others[0], id, 'decline'), await decide(proposer, id, 'decline'));
    for (const { status, body } of answers) {
      expect(status).to.equal(409);
      expect(body.message).to.include('has expired');
    }
    expect(await read(id)).to.include({
      state: 'expired',
      decided_by: null,
      decided_at: null,
      failure: null,
    });
    expect((await proposer.get(`${address}/wallet`)).body.balance).to.equal(0);
    expect(await actionsOf(id)).to.deep.equal(['approval.proposed', 'approval.expired']);
    const mails = (await mailsTo()).slice(told);
    expect(mails).to.have.length(1);
    expect(mails[0]).to.have.deep.nested.property('data.act', 'credits');
    const { data } = (await proposer.get('/api/v1/admin/approvals?state=expired')).body;
    expect(data.map(({ approval_id }: { approval_id: string }) => approval_id)).to.include(id);
  });

  it('holds up neither those of other clients nor the pass that ends them all while somebody decides it', async () => {
    const { id } = await move('being decided');
    const other = await move('of another client');
    await Promise.all([age(id, PROPOSAL_DAYS), age(other.id, PROPOSAL_DAYS)]);
    await api.db.transaction(async (sql) => {
      await sql.query('SELECT FROM approvals WHERE id = $1 FOR UPDATE', [fromPublicId('approval', id)]);
      expect((await other.send()).status, 'proposed again').to.equal(202);
      await age(other.id, PROPOSAL_DAYS);
      await api.db.transaction((pass) => expireProposals(pass, new Date()));
    });
    expect((await read(other.id)).state).to.equal('expired');
    expect((await read(id)).state).to.equal('open');
  });

  it('says nothing of one that is decided in time', async () => {
    const { id: overdue } = await move('of the month before');
    const { id } = await move('of today');
    await age(overdue, PROPOSAL_DAYS);
    expect((await decide(others[0], id)).body.state).to.equal('approved');
  });

  it('is not approved by whoever waited for one who meant to end it, and gave up', async () => {
    const { address, id } = await move('given up');
    await age(id, PROPOSAL_DAYS);
    const answer = await withClient(superuserUrlOf(api.database.url), async (other) => {
      await other.query('BEGIN');
      await other.query('SELECT FROM approvals WHERE id = $1 FOR UPDATE', [fromPublicId('approval', id)]);
      const waiting = decide(others[0], id);
      await untilBlocked(api.db, { query: '%approvals%' });
      await other.query('ROLLBACK');
      return waiting;
    });
    expect(answer.status).to.equal(409);
    expect((await proposer.get(`${address}/wallet`)).body.balance).to.equal(0);
  });

  it('makes way for the same one, under its key too', async () => {
    const { address, send, id } = await move('again');
    await age(id, PROPOSAL_DAYS);
    const again = await send();
    expect(again.status).to.equal(202);
    expect(again.body.approval_id).not.to.equal(id);
    expect(await read(id)).to.include({ state: 'expired' });
    expect((await decide(others[0], again.body.approval_id)).body.state).to.equal('approved');
    expect((await proposer.get(`${address}/wallet`)).body.balance).to.equal(50_000);
  });

  it('is not taken for open by who proposes the same while another ends it', async () => {
    const { send, id } = await move('at once');
    await age(id, PROPOSAL_DAYS);
    const again = await withClient(superuserUrlOf(api.database.url), async (other) => {
      const ofIt = [fromPublicId('approval', id)];
      await other.query('BEGIN');
      await other.query('SELECT FROM approvals WHERE id = $1 FOR UPDATE', ofIt);
      const sending = send();
      await untilBlocked(api.db, { query: '%approvals%' });
      await other.query(`UPDATE approvals SET state = 'expired', payload = NULL WHERE id = $1`, ofIt);
      await other.query('COMMIT');
      return sending;
    });
    expect(again.status).to.equal(202);
    expect(again.body.approval_id).not.to.equal(id);
    expect(await read(again.body.approval_id)).to.include({ state: 'open' });
  });

  it('leaves the wallet to whoever decides while another waits for that to propose the same', async () => {
    const { address, send, id } = await move('in turn');
    await age(id, PROPOSAL_DAYS);
    const again = await withClient(superuserUrlOf(api.database.url), async (other) => {
      await other.query('BEGIN');
      await other.query('SELECT FROM approvals WHERE id = $1 FOR UPDATE', [fromPublicId('approval', id)]);
      const sending = send();
      await untilBlocked(api.db, { query: '%approvals%' });
      const { rowCount } = await other.query('SELECT FROM wallets WHERE client_id = $1 FOR UPDATE NOWAIT', [
        fromPublicId('client', address.split('/').at(-1) ?? ''),
      ]);
      expect(rowCount).to.equal(1);
      await other.query('COMMIT');
      return sending;
    });
    expect(again.status).to.equal(202);
    expect(again.body.approval_id).not.to.equal(id);
  });

  it('leaves its key to a move that one person may make', async () => {
    const { address, id } = await move('left');
    const small = { amount: 5, note: 'Order 4712', idempotency_key: 'left' };
    expect((await proposer.post(`${address}/credits`, small)).status).to.equal(422);
    await age(id, PROPOSAL_DAYS);
    expect((await proposer.post(`${address}/credits`, small)).status).to.equal(201);
    expect((await decide(others[0], id)).status).to.equal(409);
    expect((await proposer.get(`${address}/wallet`)).body.balance).to.equal(5);
  });

  it('is ended by a worker, with what it keeps of a subject, and may be no more than that', async () => {
    const subject = '0001010005070';
    const { clientId } = await api.createClientUser();
    await buildVerification(api.db, { clientId, subject, status: 'completed' });
    const address = `/api/v1/admin/clients/${toPublicId('client', clientId)}`;
    const { approval_id: id } = (
      await proposer.post(`${address}/personal-data/erasures`, { subject, reason: 'By letter' })
    ).body;
    const waiting = (await move('young')).id;
    await age(id, PROPOSAL_DAYS);
    const worker = await openDatabase({
      url: api.database.url,
      applicationName: 'test',
      scope: 'worker',
      poolSize: 2,
    });
    try {
      await runEraser(worker);
      await runEraser(worker);
      for (const change of [`state = 'approved'`, `proposed_by = gen_random_uuid()`, `state = 'open'`]) {
        const refused = await worker
          .query(`UPDATE approvals SET ${change} WHERE client_id = $1 RETURNING id`, [clientId])
          .then(
            (rows) => rows.length === 0,
            () => true,
          );
        expect(refused, change).to.equal(true);
      }
    } finally {
      await worker.close();
    }
    expect(await read(id)).to.include({ state: 'expired' });
    expect((await read(id)).summary).to.deep.equal({ reason: 'By letter' });
    const [row] = await api.db.query<{ payload: unknown }>('SELECT payload FROM approvals WHERE id = $1', [
      fromPublicId('approval', id),
    ]);
    expect(row?.payload).to.equal(null);
    expect(await actionsOf(id)).to.deep.equal(['approval.proposed', 'approval.expired']);
    expect(await read(waiting)).to.include({ state: 'open' });
    expect(await actionsOf(toPublicId('client', clientId)), 'nothing is erased').not.to.include(
      'personal_data.erasure_requested',
    );
  });
});
