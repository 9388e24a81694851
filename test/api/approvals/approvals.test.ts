import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { toPublicId } from '../../../shared/domain/ids.js';
import { MAX_CREDITS } from '../../../shared/domain/ledger.js';
import { buildVerification } from '../../support/database/factories.js';
import { untilBlocked } from '../../support/database/until-blocked.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import type { Answer, TestClient } from '../../support/http/client.js';
import { faultsOf } from '../../support/http/faults-of.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('What takes two people', function () {
  this.timeout(60_000);

  let api: TestApi;
  let admins: TestClient[];
  let one: TestClient;
  let two: TestClient;
  before(async () => {
    api = await startApi({ config: { twoPeople: true, approvalCredits: 10_000 } });
    const names = ['Ann Sample', 'Bea Sample', 'Cem Sample'];
    const accounts = await Promise.all(names.map((name) => api.createStaff('admin', { name })));
    admins = await Promise.all(accounts.map((account) => api.signIn(account)));
    [one, two] = admins as [TestClient, TestClient];
  });
  after(() => api.close());

  const tenant = async () => {
    const { clientId } = await api.createClientUser();
    return { clientId, address: `/api/v1/admin/clients/${toPublicId('client', clientId)}` };
  };
  const decide = (caller: TestClient, { approval_id: id }: { approval_id: string }, how = 'approve') =>
    caller.post(`/api/v1/admin/approvals/${id}/${how}`);
  const balanceOf = async (address: string): Promise<number> =>
    (await one.get(`${address}/wallet`)).body.balance;
  const move = (address: string, amount: number, key: string, caller = one): Promise<Answer> =>
    caller.post(`${address}/credits`, { amount, note: 'Order 4711', idempotency_key: key });

  it('is a large move of credits: proposed by one, done once by another, and audited for both', async () => {
    const { address } = await tenant();
    const small = await balanceOf(address);
    expect((await move(address, 10_000, 'small')).status).to.equal(201);
    const proposed = await move(address, 10_001, 'large');
    expect(proposed.status).to.equal(202);
    expect(proposed.body).to.include({ act: 'credits', state: 'open', proposed_by_name: 'Ann Sample' });
    expect(proposed.body).to.include({ decided_by_email: null, decided_by_name: null });
    const its = `/api/v1/admin/approvals/${proposed.body.approval_id}`;
    expect((await two.get(its)).body).to.deep.equal(proposed.body);
    const { name } = (await one.get(address)).body;
    expect(proposed.body.client_name, 'its name today').to.be.a('string').and.to.equal(name);
    expect((await move(address, 10_001, 'large')).body.approval_id).to.equal(proposed.body.approval_id);
    expect(await balanceOf(address)).to.equal(small + 10_000);
    expect((await decide(one, proposed.body)).status, 'one’s own').to.equal(409);

    const answers = await Promise.all(
      [two, admins[2] as TestClient].map((admin) => decide(admin, proposed.body)),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    const { body: decided } = answers.find(({ status }) => status === 200) ?? {};
    expect(decided.decided_by_name).to.be.oneOf(['Bea Sample', 'Cem Sample']);
    expect(decided.decided_by_email).to.match(/@example\.test$/);
    expect(await balanceOf(address)).to.equal(small + 20_001);
    expect((await two.get(its)).body, 'what became of it').to.deep.equal(decided);
    const csv = await two.get('/api/v1/admin/approvals', { headers: { accept: 'text/csv' } });
    const people = ['Ann Sample', decided.decided_by_email, decided.decided_by_name].join(',');
    expect(csv.body, 'as a file').to.include(`${name},${decided.proposed_by_email},${people}`);
    expect((await move(address, 10_001, 'large')).status, 'a repeat').to.equal(200);
    const acts = (await auditOf(api.db, proposed.body.approval_id)).map(({ action }) => action);
    expect(acts).to.deep.equal(['approval.proposed', 'approval.approved']);
  });

  it('takes another move under the key of one that waits for neither that one nor a new one', async () => {
    const { address } = await tenant();
    const had = await balanceOf(address);
    const at = await Promise.all([20_001, 20_002].map((amount) => move(address, amount, 'at one instant')));
    expect(at.map(({ status }) => status).sort()).to.deep.equal([202, 422]);
    const { body } = await move(address, 10_001, 'waits');
    const otherNote = { amount: 10_001, note: 'Order 4712', idempotency_key: 'waits' };
    for (const answer of [
      await move(address, 10_002, 'waits'),
      await move(address, 5, 'waits'),
      await one.post(`${address}/credits`, otherNote),
    ]) {
      expect(answer.status).to.equal(422);
      expect(faultsOf(answer)).to.deep.equal({ idempotency_key: 'idempotency_key_reused' });
    }
    expect((await decide(two, body)).body.state).to.equal('approved');
    expect(await balanceOf(address)).to.equal(had + 10_001);
    expect((await move(address, 10_002, 'waits')).status, 'when it is done').to.equal(422);
  });

  it('is the proposal of this client, whatever another proposes under the same key', async () => {
    const tenants = [await tenant(), await tenant(), await tenant()];
    const proposed = [];
    for (const { address } of tenants) proposed.push((await move(address, 10_001, 'of all')).body);
    for (const [index, { address }] of tenants.entries()) {
      const { status, body } = await move(address, 10_001, 'of all');
      expect(status).to.equal(202);
      expect(body.approval_id).to.equal(proposed[index]?.approval_id);
    }
  });

  it('leaves a key to one of two moves that come at the same instant, proposed or done', async () => {
    const { clientId, address } = await tenant();
    const rivals = await api.db.transaction(async (sql) => {
      await sql.query('SELECT FROM wallets WHERE client_id = $1 FOR UPDATE', [clientId]);
      const small = move(address, 5, 'contested');
      await untilBlocked(api.db, { query: '%FROM wallets%' });
      const large = move(address, 10_001, 'contested');
      // If it does not wait for the wallet, it has been proposed by now, and its key is revoked.
      await Promise.race([large, sleep(300)]);
      return { small, large };
    });
    const statuses = [(await rivals.small).status, (await rivals.large).status];
    expect(
      [201, 202].filter((taken) => statuses.includes(taken)),
      statuses.join(),
    ).to.have.length(1);
    expect((await move(address, 10_001, 'contested')).status, 'sent again').to.equal(422);
  });

  it('is decided once and done once, whoever decides at the same instant', async () => {
    const { address } = await tenant();
    const three = admins[2] as TestClient;
    let balance = await balanceOf(address);
    for (let round = 0; round < 10; round += 1) {
      const { body } = await move(address, 10_001, `round-${round}`);
      const [own, ...others] = await Promise.all([
        decide(one, body),
        decide(two, body),
        decide(three, body),
        decide(two, body, 'decline'),
        decide(three, body, 'decline'),
      ]);
      expect(own?.status, 'whoever proposed it').to.equal(409);
      const won = others.filter(({ status }) => status === 200);
      expect(won, `round ${round}`).to.have.length(1);
      if (won[0]?.body.state === 'approved') balance += 10_001;
      else expect(won[0]?.body.state).to.equal('declined');
      expect(await balanceOf(address), `round ${round}`).to.equal(balance);
      const acts = (await auditOf(api.db, body.approval_id)).map(({ action }) => action);
      expect(acts).to.deep.equal(['approval.proposed', `approval.${won[0]?.body.state}`]);
    }
  });

  it('is held apart by the database itself', async () => {
    const { address } = await tenant();
    const { body } = await move(address, 20_000, 'own');
    const failure = await api.db
      .query(`UPDATE approvals SET state = 'approved', decided_by = proposed_by, decided_at = now(), payload = NULL
              WHERE summary ->> 'amount' = '20000' AND state = 'open'`)
      .then(
        () => 'none',
        (error: { constraint: string }) => error.constraint,
      );
    expect(failure).to.equal('approvals_two_people');
    expect((await decide(one, body, 'decline')).body.state, 'withdrawn').to.equal('declined');
    expect((await decide(two, body)).status).to.equal(409);
  });

  it('says so when it cannot be done any more', async () => {
    const { address } = await tenant();
    for (const key of ['a', 'b']) expect((await move(address, 10_000, key)).status).to.equal(201);
    const all = -(await balanceOf(address));
    const { body } = await move(address, all, 'take');
    expect((await move(address, -1, 'meanwhile')).status).to.equal(201);
    const again = await move(address, all, 'take');
    expect([again.status, again.body.approval_id], 'sent again').to.deep.equal([202, body.approval_id]);
    const decided = await decide(two, body);
    expect(decided.status).to.equal(200);
    expect(decided.body).to.include({ state: 'failed', failure: 'insufficient' });
  });

  it('is refused like any other move if it could not be made even now', async () => {
    const { clientId, address } = await tenant();
    const available = await balanceOf(address);
    const tooMuch = await move(address, -900_000, 'take');
    expect(tooMuch.status).to.equal(402);
    expect(tooMuch.body).to.include({ status: 'insufficient_credits', credits_available: available });
    expect(tooMuch.body).to.include({ credits_required: 900_000 });
    await api.db.query('UPDATE wallets SET balance = $2 WHERE client_id = $1', [clientId, MAX_CREDITS]);
    expect((await move(address, 20_000, 'add')).status, 'more than a wallet holds').to.equal(409);
    await api.db.query('UPDATE wallets SET balance = $2 WHERE client_id = $1', [clientId, available]);
    const stored = await api.db.query('SELECT FROM approvals WHERE client_id = $1', [clientId]);
    expect(stored).to.have.length(0);
    expect((await move(address, 20_000, 'take')).status, 'the key is not used up').to.equal(202);
  });

  it('is an erasure', async () => {
    const { clientId, address } = await tenant();
    const subject = '0001010005070';
    const { id } = await buildVerification(api.db, { clientId, subject, status: 'completed' });
    const path = `${address}/personal-data/erasures`;
    const proposed = await one.post(path, { subject, reason: 'Asked by letter' });
    expect(proposed.status).to.equal(202);
    expect(JSON.stringify(proposed.body)).not.to.include(subject);
    expect(proposed.body.summary, 'what the approver goes by').to.deep.equal({
      reason: 'Asked by letter',
      searched_for: '*********5070',
    });
    const erased = async () =>
      (
        await api.db.query<{ erased: boolean }>(
          'SELECT erased_at IS NOT NULL AS erased FROM verifications WHERE id = $1',
          [id],
        )
      )[0]?.erased;
    expect(await erased()).to.equal(false);
    const decided = (await decide(two, proposed.body)).body;
    expect(decided).to.deep.include({ state: 'approved', summary: { reason: 'Asked by letter' } });
    expect(await erased()).to.equal(true);
    const { approval_id: approvalId } = proposed.body;
    const stored = await api.db.query('SELECT * FROM approvals WHERE client_id = $1', [clientId]);
    const kept = JSON.stringify([stored, await auditOf(api.db, approvalId)]);
    expect(kept)
      .to.include('Asked by letter')
      .and.not.match(/\*5070|10005070/);
  });

  it('is told of by its id, and by no other', async () => {
    const path = '/api/v1/admin/approvals';
    for (const id of ['apr_1', '0'.repeat(32), toPublicId('approval', randomUUID())]) {
      expect((await two.get(`${path}/${id}`)).status, id).to.equal(404);
    }
  });

  it('shows an auditor nothing of a subject', async () => {
    const { address } = await tenant();
    const erasure = { subject: '0001010006078', reason: 'Asked by letter' };
    const { approval_id: id } = (await one.post(`${address}/personal-data/erasures`, erasure)).body;
    const auditor = await api.signIn(await api.createStaff('auditor'));
    const summaryFor = async (reader: TestClient) =>
      (await reader.get('/api/v1/admin/approvals?state=open')).body.data.find(
        ({ approval_id }: { approval_id: string }) => approval_id === id,
      ).summary;
    expect(await summaryFor(two)).to.have.property('searched_for', '*********6078');
    expect(await summaryFor(auditor)).to.deep.equal({ reason: 'Asked by letter' });
    const path = `/api/v1/admin/approvals/${id}`;
    expect((await two.get(path)).body.summary).to.have.property('searched_for', '*********6078');
    expect((await auditor.get(path)).body.summary).to.deep.equal({ reason: 'Asked by letter' });
    const csv = await auditor.get('/api/v1/admin/approvals', { headers: { accept: 'text/csv' } });
    expect(csv.body)
      .to.include(id)
      .and.not.match(/\*6078|10006078/);
  });

  it('is a write-off, which names the provider’s document', async () => {
    const { clientId } = await tenant();
    const support = await api.signIn(await api.createStaff('support'));
    const { requestId } = await buildVerification(api.db, { clientId, status: 'manual_review' });
    const path = `/api/v1/support/reviews/${requestId}/resolution`;
    const body = {
      decision: 'requeue',
      note: 'The provider charges nothing',
      provider_confirmed_no_charge: true,
    };
    expect(faultsOf(await support.post(path, body))).to.deep.equal({ provider_document: 'required' });
    const proposed = await support.post(path, { ...body, provider_document: 'Letter of 1 September' });
    expect(proposed.status).to.equal(202);
    expect(proposed.body).to.deep.include({ act: 'requeue', request_id: requestId });
    expect(proposed.body.summary).to.include({ provider_document: 'Letter of 1 September' });
    const decided = await decide(two, proposed.body);
    expect(decided.body).to.include({ state: 'approved' });
    const [row] = await api.db.query<{ status: string }>(
      `SELECT status FROM verifications WHERE client_id = $1`,
      [clientId],
    );
    expect(row?.status).to.equal('pending');
  });

  it('is a write-off that never names the subject', async () => {
    const { clientId } = await tenant();
    const support = await api.signIn(await api.createStaff('support'));
    const { requestId } = await buildVerification(api.db, {
      ...{ clientId, serviceCode: 'phone_trace', subject: '+27710000004', status: 'manual_review' },
    });
    const proposed = await support.post(`/api/v1/support/reviews/${requestId}/resolution`, {
      ...{ decision: 'requeue', note: 'The provider charges nothing', provider_confirmed_no_charge: true },
      provider_document: 'Letter on 071 000 0004',
    });
    expect(proposed.body.summary).to.deep.equal({ provider_document: 'Letter on ********0004' });
    expect((await decide(two, proposed.body)).body).to.include({ state: 'approved' });
    const { approval_id: approvalId } = proposed.body;
    const stored = await api.db.query('SELECT * FROM approvals WHERE client_id = $1', [clientId]);
    const audited = [await auditOf(api.db, approvalId), await auditOf(api.db, requestId)];
    expect(JSON.stringify([stored, audited]))
      .to.include('Letter on ***')
      .and.not.include('071 000 0004');
  });

  it('is listed, open ones by themselves', async () => {
    const { address } = await tenant();
    const { body } = await move(address, 30_000, 'listed');
    const open = (await two.get('/api/v1/admin/approvals?state=open')).body.data;
    expect(open.map(({ approval_id: id }: { approval_id: string }) => id)).to.include(body.approval_id);
    expect(open.every(({ state }: { state: string }) => state === 'open')).to.equal(true);
    expect(faultsOf(await two.get('/api/v1/admin/approvals?state=x'))).to.deep.equal({
      state: 'invalid_choice',
    });
  });
});
