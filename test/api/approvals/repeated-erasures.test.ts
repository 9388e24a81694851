import { expect } from 'chai';
import { ADVISORY_LOCKS } from '../../../shared/db/advisory-locks.js';
import { toPublicId } from '../../../shared/domain/ids.js';
import { buildVerification } from '../../support/database/factories.js';
import { untilBlocked } from '../../support/database/until-blocked.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import type { Answer, TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const NAME = { serviceCode: 'aml_screening', subject: 'Anna Example', status: 'completed' } as const;

describe('An erasure that is proposed again', function () {
  this.timeout(60_000);

  let api: TestApi;
  let one: TestClient;
  let two: TestClient;
  let clientId: string;
  let address: string;
  before(async () => {
    api = await startApi({ config: { twoPeople: true } });
    one = await api.signIn(await api.createStaff('admin'));
    two = await api.signIn(await api.createStaff('admin'));
  });
  after(() => api.close());
  beforeEach(async () => {
    ({ clientId } = await api.createClientUser());
    address = `/api/v1/admin/clients/${toPublicId('client', clientId)}/personal-data/erasures`;
  });

  const propose = (subject: string, caller = one) => caller.post(address, { subject, reason: 'Ticket 4711' });
  const approve = (id: string) => two.post(`/api/v1/admin/approvals/${id}/approve`);
  /** Has each of them begun while those before it wait, with all they have written, to enter it in the audit log. */
  const beforeCommit = async (...steps: (() => Promise<Answer>)[]): Promise<Answer[]> => {
    const begun: Promise<Answer>[] = [];
    await api.db.transaction(async (sql) => {
      await sql.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.audit]);
      for (const step of steps) {
        begun.push(step());
        await untilBlocked(api.db, { count: begun.length });
      }
    });
    return Promise.all(begun);
  };
  const open = () =>
    api.db.query<{ id: string }>(`SELECT id FROM approvals WHERE client_id = $1 AND state = 'open'`, [
      clientId,
    ]);

  it('while it waits is that proposal, however many ask at once, so that no other goes on naming the subject', async () => {
    await buildVerification(api.db, { clientId, ...NAME });
    const answers = await Promise.all([one, two, one, two].map((caller) => propose('Anna Example', caller)));
    expect(answers.map(({ status }) => status)).to.deep.equal([202, 202, 202, 202]);
    const ids = new Set(answers.map(({ body }) => body.approval_id as string));
    expect([...ids]).to.have.length(1);
    const acts = await auditOf(api.db, [...ids][0] ?? '');
    expect(acts.map(({ action }) => action)).to.deep.equal(['approval.proposed']);
  });

  it('is that proposal, even if that one is not committed yet', async () => {
    const [first, second] = await beforeCommit(
      () => propose('Anna Example'),
      () => propose('Anna Example', two),
    );
    expect(first?.status).to.equal(202);
    expect(second?.body.approval_id).to.equal(first?.body.approval_id);
    expect(await open()).to.have.length(1);
  });

  it('is a new one if that one is being declined, and not lost with it', async () => {
    const { body: before } = await propose('Anna Example');
    const [declined, again] = await beforeCommit(
      () => two.post(`/api/v1/admin/approvals/${before.approval_id}/decline`),
      () => propose('Anna Example'),
    );
    expect(declined?.body.state).to.equal('declined');
    expect(again?.body).to.include({ state: 'open' }).and.not.include({ approval_id: before.approval_id });
  });

  it('covers a spelling that came since', async () => {
    const first = await buildVerification(api.db, { clientId, ...NAME });
    const { body } = await propose('Anna Example');
    const later = await buildVerification(api.db, { clientId, ...NAME, subject: 'ANNA EXAMPLE' });
    expect((await propose('anna example')).body.approval_id).to.equal(body.approval_id);
    expect((await approve(body.approval_id)).status).to.equal(200);
    const erased = await api.db.query<{ id: string }>(
      'SELECT id FROM verifications WHERE client_id = $1 AND erased_at IS NOT NULL ORDER BY id',
      [clientId],
    );
    expect(erased.map(({ id }) => id)).to.deep.equal([first.id, later.id].sort());
    expect(await open()).to.deep.equal([]);
  });

  it('is a new one for somebody else, and once the first is decided', async () => {
    const { body: first } = await propose('0001010000071');
    const { body: other } = await propose('0001010001079');
    expect(other.approval_id).to.not.equal(first.approval_id);
    expect((await approve(first.approval_id)).status).to.equal(200);
    const { body: again } = await propose('0001010000071');
    expect([first.approval_id, other.approval_id]).to.not.include(again.approval_id);
    expect(await open()).to.have.length(2);
  });
});
