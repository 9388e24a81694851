import { expect } from 'chai';
import { waitFor } from '../../harness/wait-for.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { createAccounts, type TestAccounts } from '../support/accounts/api-accounts.js';
import { settleParts } from '../support/checks/reviews.js';
import { acceptOne } from '../support/checks/submissions.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { auditOf } from '../support/evidence/audit-of.js';
import type { Answer, TestClient } from '../support/http/client.js';
import { buildAged, erasedIds } from '../support/personal-data/aged-verifications.js';
import { BEFORE_COMMIT, currentApi, killAtLock } from '../support/processes/kill-at-lock.js';
import { type Service, startService } from '../support/processes/service.js';

const SUBJECT = '0001010000071';

describe('an API that is killed while somebody decides', function () {
  this.timeout(120_000);

  let database: TestDatabase;
  let service: Service;
  let accounts: TestAccounts;
  let admins: TestClient[];
  before(async () => {
    database = await createTestDatabase();
    const env = { TWO_PEOPLE: 'on', REQUIRE_SECOND_FACTOR: 'none', PORT: '0' };
    service = await startService({ workers: 0, database, env });
    accounts = createAccounts(service.db, service.api.client);
    const people = [await accounts.createStaff('admin'), await accounts.createStaff('admin')];
    admins = await Promise.all(people.map((person) => accounts.signIn(person)));
  });
  after(async () => {
    await service.stop();
    await database.drop();
  });

  const at = (caller: TestClient) => caller.at(currentApi(service).url);
  const [proposer, decider] = [() => at(admins[0] as TestClient), () => at(admins[1] as TestClient)];
  const killAt = (lock: string, act: () => Promise<Answer>) => killAtLock(service, database.url, lock, act);
  const decide = (id: string, how = 'approve') => decider().post(`/api/v1/admin/approvals/${id}/${how}`);
  const stateOf = async (id: string) => (await decider().get(`/api/v1/admin/approvals/${id}`)).body.state;
  const actsOn = async (id: string) => (await auditOf(service.db, id)).map(({ action }) => action);

  it('has moved no credits, and moves them once when they are approved again', async () => {
    const { clientId } = await accounts.createClientUser({ credits: 0 });
    const path = `/api/v1/admin/clients/${toPublicId('client', clientId)}`;
    const propose = () =>
      proposer().post(`${path}/credits`, { amount: 20_000, note: 'Order', idempotency_key: 'one' });
    await killAt(BEFORE_COMMIT, propose);
    expect((await decider().get('/api/v1/admin/approvals')).body.data).to.deep.equal([]);
    const { approval_id: id } = (await propose()).body;
    await killAt(BEFORE_COMMIT, () => decide(id));
    expect(await stateOf(id)).to.equal('open');
    expect((await decider().get(`${path}/wallet`)).body.balance).to.equal(0);
    expect((await decide(id)).body.state).to.equal('approved');
    expect((await decide(id)).body.state, 'sent again').to.equal('approved');
    expect((await decider().get(`${path}/wallet`)).body.balance).to.equal(20_000);
    expect(await actsOn(id)).to.deep.equal(['approval.proposed', 'approval.approved']);
    await service.expectSound();
  });

  it('has declined nothing, and its proposal can still be withdrawn', async () => {
    const { clientId } = await accounts.createClientUser({ credits: 0 });
    const path = `/api/v1/admin/clients/${toPublicId('client', clientId)}/credits`;
    const { body } = await proposer().post(path, { amount: 20_000, note: 'N', idempotency_key: 'one' });
    await killAt(BEFORE_COMMIT, () => decide(body.approval_id, 'decline'));
    expect(await stateOf(body.approval_id)).to.equal('open');
    await killAt(BEFORE_COMMIT, () => proposer().post(`/api/v1/admin/approvals/${body.approval_id}/decline`));
    const withdrawn = await proposer().post(`/api/v1/admin/approvals/${body.approval_id}/decline`);
    expect(withdrawn.body.state).to.equal('declined');
    expect(await actsOn(body.approval_id)).to.deep.equal(['approval.proposed', 'approval.declined']);
  });

  it('has sent no case back, and sends it back once, whose call is then paid once', async () => {
    const { clientId } = await accounts.createClientUser({ credits: 100 });
    const submission = await acceptOne(service.db, { clientId, subject: SUBJECT });
    await settleParts(service.db, submission, ['lost']);
    const path = `/api/v1/support/reviews/${toPublicId('verification', submission.verificationId)}`;
    const act = { decision: 'requeue', provider_confirmed_no_charge: true };
    const words = { note: 'Nothing charged', provider_document: 'Letter of 1 September' };
    const reviewer = await accounts.createStaff('support');
    const support = await createAccounts(service.db, currentApi(service).client).signIn(reviewer);
    const { body } = await support.post(`${path}/resolution`, { ...act, ...words });
    await killAt(BEFORE_COMMIT, () => decide(body.approval_id));
    expect(await stateOf(body.approval_id)).to.equal('open');
    const isPending = async () => (await stateOfVerification(submission.verificationId)) === 'pending';
    expect(await isPending()).to.equal(false);
    expect((await decide(body.approval_id)).body.state).to.equal('approved');
    expect(await isPending()).to.equal(true);
    const worker = await service.startWorker();
    await waitFor(async () => (await stateOfVerification(submission.verificationId)) === 'completed', {
      describe: 'the case is completed',
    });
    await worker.stop();
    await service.expectSound();
  });

  async function stateOfVerification(id: string): Promise<string | undefined> {
    const [row] = await service.db.query<{ status: string }>(
      'SELECT status FROM verifications WHERE id = $1',
      [id],
    );
    return row?.status;
  }

  it('has marked what it was to erase, or nothing at all, and a worker erases the rest', async () => {
    const clientId = await buildAged(service.db, 3);
    await service.db.query('UPDATE clients SET retention_days = NULL WHERE id = $1', [clientId]);
    const path = `/api/v1/admin/clients/${toPublicId('client', clientId)}/personal-data/erasures`;
    const body = { subject: SUBJECT, reason: 'Ticket 4711' };
    await killAt(BEFORE_COMMIT, () => proposer().post(path, body));
    const proposed = await proposer().post(path, body);
    expect(proposed.status).to.equal(202);
    const id = proposed.body.approval_id;
    await killAt(BEFORE_COMMIT, () => decide(id));
    expect(await stateOf(id)).to.equal('open');
    // Committed, and about to erase the first batch.
    await killAt('LOCK TABLE provider_calls IN EXCLUSIVE MODE', () => decide(id));
    expect(await stateOf(id)).to.equal('approved');
    expect(await erasedIds(service.db, clientId)).to.deep.equal([]);
    const worker = await service.startWorker();
    await waitFor(async () => (await erasedIds(service.db, clientId)).length === 3, {
      timeoutMs: 90_000,
      describe: 'a worker has erased what was marked',
    });
    await worker.stop();
    expect((await decide(id)).body.state, 'sent again').to.equal('approved');
  });
});
