import { expect } from 'chai';
import { withClient } from '../../../harness/with-client.js';
import { fromPublicId, newId, toPublicId } from '../../../shared/domain/ids.js';
import { settleChecks } from '../../../shared/settlement/settle-checks.js';
import type { WireReview } from '../../../shared/wire/review.js';
import { settleParts } from '../../support/checks/reviews.js';
import { settlementOf } from '../../support/checks/settlements.js';
import { acceptOne } from '../../support/checks/submissions.js';
import { superuserUrlOf } from '../../support/database/superuser.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import type { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { REVIEWS, type Reviewer, signInReviewer } from '../reviews/desk.js';

const SUBJECT = '0001010000071';
const WORDS = { note: `Nothing charged for ${SUBJECT}`, provider_document: 'Letter of 1 September' };

describe('A case whose write-off is proposed', function () {
  this.timeout(60_000);

  let api: TestApi;
  let admin: TestClient;
  let one: Reviewer;
  let two: Reviewer;
  before(async () => {
    api = await startApi({ config: { twoPeople: true } });
    admin = await api.signIn(await api.createStaff('admin', { name: 'Ada Sample' }));
    [one, two] = [await signInReviewer(api), await signInReviewer(api)];
  });
  after(() => api.close());

  /** A case with a call that the provider may have received. */
  const review = async () => {
    const { clientId } = await api.createClientUser({ credits: 1_000 });
    const submission = await acceptOne(api.db, {
      clientId,
      serviceCode: 'said_verification',
      subject: SUBJECT,
    });
    const [call = ''] = await settleParts(api.db, submission, ['lost']);
    const requestId = toPublicId('verification', submission.verificationId);
    return { clientId, submission, call, requestId, path: `${REVIEWS}/${requestId}` };
  };
  const propose = ({ client }: Reviewer, path: string, words: object = {}) =>
    client.post(`${path}/resolution`, {
      ...{ decision: 'requeue', provider_confirmed_no_charge: true, ...WORDS, ...words },
    });
  const proposalOn = async (path: string) => (await two.client.get(path)).body.write_off_proposal;
  /** Everything that is free, for the second reviewer. */
  const takeAll = async (): Promise<string[]> => {
    const taken: string[] = [];
    for (;;) {
      const { status, body } = await two.client.post(`${REVIEWS}/take-next`);
      if (status === 204) return taken;
      taken.push(body.request_id);
    }
  };
  const decide = (id: string, how: string) => admin.post(`/api/v1/admin/approvals/${id}/${how}`);

  it('says by whom, when, why and under which id', async () => {
    const { path, requestId } = await review();
    expect(await proposalOn(path)).to.equal(null);
    const { body } = await propose(one, path);
    expect(await proposalOn(path)).to.deep.equal({
      approval_id: body.approval_id,
      state: 'open',
      proposed_by: { user_id: one.publicId, email: one.email, name: one.name },
      proposed_at: body.proposed_at,
      provider_document: 'Letter of 1 September',
      note: 'Nothing charged for *********0071',
      outdated: false,
      decided_by: null,
      decided_at: null,
      failure: null,
    });
    const list: WireReview[] = (await two.client.get(REVIEWS)).body.data;
    expect(list.find(({ request_id }) => request_id === requestId)).to.include({ write_off_proposed: true });
    await decide(body.approval_id, 'decline');
    const declined = await proposalOn(path);
    expect(declined).to.include({ state: 'declined', note: null, outdated: false });
    expect(declined.decided_by.name).to.equal('Ada Sample');
  });

  it('takes no second proposal in other words, by whomever; the same sent again is the same', async () => {
    const { path, requestId } = await review();
    const [first, rival] = await Promise.all([propose(one, path), propose(two, path)]);
    const [stands, refused] = first.status === 202 ? [first, rival] : [rival, first];
    const proposer = first.status === 202 ? one : two;
    expect([stands.status, refused.status]).to.deep.equal([202, 409]);
    const { approval_id: id } = stands.body;
    expect(refused.body).to.include({ status: 'conflict', request_id: requestId, approval_id: id });
    expect(refused.body.message).to.match(/^A colleague has already proposed/);
    const again = await propose(proposer, path);
    expect([again.status, again.body]).to.deep.equal([202, stands.body]);
    for (const words of [{ note: 'By phone' }, { provider_document: 'Ticket 4711' }]) {
      const other = await propose(proposer, path, words);
      expect([other.status, other.body.approval_id]).to.deep.equal([409, id]);
      expect(other.body.message).to.match(/^You have already proposed/);
    }
    const acts = await auditOf(api.db, id);
    expect(acts.map(({ action }) => action)).to.deep.equal(['approval.proposed']);
    expect(await proposalOn(path)).to.include({ note: 'Nothing charged for *********0071' });
  });

  it('is withdrawn by whoever proposed it, and by nobody else of support', async () => {
    const { path } = await review();
    const withdraw = ({ client }: Reviewer) => client.post(`${path}/withdraw-write-off`);
    expect((await withdraw(one)).status, 'nothing is proposed').to.equal(409);
    const { approval_id: id } = (await propose(one, path)).body;
    expect((await withdraw(two)).status).to.equal(409);
    const withdrawn = await withdraw(one);
    expect(withdrawn.body).to.include({ approval_id: id, state: 'declined', decided_by: one.publicId });
    expect((await withdraw(one)).status, 'once').to.equal(409);
    expect((await decide(id, 'approve')).status).to.equal(409);
    const other = await propose(two, path, { note: 'By phone' });
    expect(other.status).to.equal(202);
    expect(await proposalOn(path)).to.include({ approval_id: other.body.approval_id, note: 'By phone' });
  });

  it('shows the one that is open, whatever the clock said when another was given its id', async () => {
    const { path } = await review();
    const { approval_id: declined } = (await propose(one, path)).body;
    await decide(declined, 'decline');
    await withClient(superuserUrlOf(api.database.url), (client) =>
      client.query(`UPDATE approvals SET id = 'ffffffff-ffff-7fff-bfff-ffffffffffff' WHERE id = $1`, [
        fromPublicId('approval', declined),
      ]),
    );
    const { approval_id } = (await propose(one, path)).body;
    expect(await proposalOn(path)).to.include({ approval_id, state: 'open' });
    expect((await propose(one, path)).body, 'sent again').to.include({ approval_id });
  });

  it('is nobody’s next, because holding it would keep the administrator from approving', async () => {
    const { path, requestId } = await review();
    const { approval_id: id } = (await propose(one, path)).body;
    expect(await takeAll()).not.to.include(requestId);
    await decide(id, 'decline');
    expect(await takeAll()).to.include(requestId);
  });

  it('is given out all the same once an answer came, because then it can be decided', async () => {
    const { call, path, requestId, submission } = await review();
    await propose(one, path);
    expect(await takeAll()).not.to.include(requestId);
    await settleChecks(api.db, [settlementOf(submission, call ?? '', 'positive')]);
    expect(await takeAll()).to.include(requestId);
  });

  it('is given out all the same once a call that the proposal names is none any more', async () => {
    const { path, requestId } = await review();
    await propose(one, path);
    expect(await takeAll()).not.to.include(requestId);
    await withClient(superuserUrlOf(api.database.url), (client) =>
      client.query(
        `UPDATE approvals SET payload = jsonb_set(payload, '{calls}', payload->'calls' || to_jsonb($2::text))
         WHERE request_id = $1`,
        [fromPublicId('verification', requestId), newId()],
      ),
    );
    expect(await proposalOn(path)).to.include({ outdated: true });
    expect(await takeAll()).to.include(requestId);
  });

  it('says that the proposal no longer fits, once an answer came or the case was decided', async () => {
    const answered = await review();
    await propose(one, answered.path);
    await api.db.query('UPDATE provider_calls SET answered_late_at = now() WHERE id = $1', [answered.call]);
    expect(await proposalOn(answered.path)).to.include({ state: 'open', outdated: true });

    const decided = await review();
    const { approval_id: id } = (await propose(one, decided.path)).body;
    const release = { decision: 'release', note: 'The client gave up' };
    expect((await two.client.post(`${decided.path}/resolution`, release)).status).to.equal(200);
    expect(await proposalOn(decided.path)).to.include({ state: 'open', outdated: true });
    await decide(id, 'approve');
    expect(await proposalOn(decided.path)).to.include({ state: 'failed', failure: 'not_in_review' });
  });

  it('is found among the proposals for its client', async () => {
    const { path, clientId } = await review();
    const other = await review();
    await propose(one, other.path);
    const { approval_id: id } = (await propose(one, path)).body;
    const list = '/api/v1/admin/approvals';
    const { data } = (await admin.get(`${list}?state=open&client_id=${toPublicId('client', clientId)}`)).body;
    expect(data.map(({ approval_id }: { approval_id: string }) => approval_id)).to.deep.equal([id]);
    expect((await admin.get(`${list}?client_id=x`)).status).to.equal(422);
  });
});
