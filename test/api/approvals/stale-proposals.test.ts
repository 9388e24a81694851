import { expect } from 'chai';
import { type Relay, startRelay } from '../../../harness/relay.js';
import { waitFor } from '../../../harness/wait-for.js';
import { quarantine } from '../../../scripts/operations/quarantine.js';
import { toPublicId } from '../../../shared/domain/ids.js';
import type { ServiceCode } from '../../../shared/services/index.js';
import { settleChecks } from '../../../shared/settlement/settle-checks.js';
import { readVerification } from '../../support/checks/read-state.js';
import { type PartNews, settleParts } from '../../support/checks/reviews.js';
import { settlementOf } from '../../support/checks/settlements.js';
import { acceptOne } from '../../support/checks/submissions.js';
import { buildVerification } from '../../support/database/factories.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import type { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { testRedis } from '../../support/redis/redis.js';

describe('A proposal after which things have changed', function () {
  this.timeout(60_000);

  let api: TestApi;
  let admin: TestClient;
  let redis: Relay;
  before(async () => {
    redis = await startRelay(testRedis().url);
    api = await startApi({ config: { twoPeople: true, approvalCredits: 10_000 }, redisUrl: redis.url });
    admin = await api.signIn(await api.createStaff('admin'));
  });
  after(async () => {
    await api.close();
    await redis.close();
  });

  const tryToApprove = (id: string) => admin.post(`/api/v1/admin/approvals/${id}/approve`);
  const approve = async (id: string) => (await tryToApprove(id)).body;
  const clientOf = async () => {
    const { clientId } = await api.createClientUser({ credits: 1_000 });
    return { clientId, address: `/api/v1/admin/clients/${toPublicId('client', clientId)}` };
  };
  const writeOff = async (caller: TestClient, verificationId: string): Promise<string> => {
    const path = `/api/v1/support/reviews/${toPublicId('verification', verificationId)}/resolution`;
    const { status, body } = await caller.post(path, {
      decision: 'requeue',
      note: 'The provider charges nothing',
      provider_confirmed_no_charge: true,
      provider_document: 'Letter of 1 September',
    });
    expect(status).to.equal(202);
    return body.approval_id;
  };

  describe('by somebody who may not propose it any more', () => {
    const losses: [string, object][] = [
      ['suspended', { suspended: true }],
      ['now an auditor', { role: 'auditor' }],
    ];
    for (const [how, json] of losses) {
      it(`does nothing: ${how}`, async () => {
        const { clientId, address } = await clientOf();
        const [person, reviewer] = [await api.createStaff('admin'), await api.createStaff('support')];
        const [caller, support] = [await api.signIn(person), await api.signIn(reviewer)];
        const move = { amount: 50_000, note: 'Order 4711', idempotency_key: `stale-${how}` };
        const subject = '0001010005070';
        const kept = await buildVerification(api.db, { clientId, subject, status: 'completed' });
        const open = await buildVerification(api.db, { clientId, status: 'manual_review' });
        const { balance } = (await admin.get(`${address}/wallet`)).body;
        const proposed = [
          (await caller.post(`${address}/credits`, move)).body.approval_id,
          (await caller.post(`${address}/personal-data/erasures`, { subject, reason: 'By letter' })).body
            .approval_id,
          await writeOff(support, open.id),
        ];
        for (const { publicId } of [person, reviewer]) {
          expect((await admin.send('PATCH', `/api/v1/admin/staff/${publicId}`, { json })).status).to.equal(
            200,
          );
        }
        for (const id of proposed) {
          expect(await approve(id)).to.include({ state: 'failed', failure: 'proposer_not_allowed' });
        }
        expect((await admin.get(`${address}/wallet`)).body.balance).to.equal(balance);
        expect(await readVerification(api.db, open.id)).to.include({ status: 'manual_review' });
        const [row] = await api.db.query('SELECT erased_at FROM verifications WHERE id = $1', [kept.id]);
        expect(row).to.deep.equal({ erased_at: null });
        const again = await admin.post(`${address}/credits`, move);
        expect(again.status, 'proposed by somebody else').to.equal(202);
      });
    }
  });

  describe('to write calls off', () => {
    const review = async (news: readonly PartNews[], serviceCode: ServiceCode) => {
      const { clientId } = await clientOf();
      const submission = await acceptOne(api.db, { clientId, serviceCode });
      const calls = await settleParts(api.db, submission, news);
      const support = await api.signIn(await api.createStaff('support'));
      return {
        submission,
        call: calls[0] ?? '',
        approval: await writeOff(support, submission.verificationId),
      };
    };
    const beat = (at: string) =>
      api.db.query(`UPDATE workers SET ended_at = NULL, beat_at = ${at} WHERE id = 'test'`);
    const shiftHistory = (by: number) =>
      api.db.query('UPDATE database_histories SET timeline = timeline + $1', [by]);
    const changed = { state: 'failed', failure: 'calls_changed' };

    it('does not cover a call whose answer came since: the provider has charged for it', async () => {
      const { submission, call, approval } = await review(['lost'], 'said_verification');
      await settleChecks(api.db, [settlementOf(submission, call, 'positive')]);
      expect(await approve(approval)).to.include(changed);
      expect(await readVerification(api.db, submission.verificationId)).to.include({
        status: 'manual_review',
      });
    });

    it('does not cover a call that became known since, as when the database went back in time', async () => {
      const news = ['lost', 'never_sent', 'positive'] as const;
      const { submission, approval } = await review(news, 'kyc_bundle');
      await quarantine(api.db);
      expect(await approve(approval)).to.include(changed);
      const calls = await api.db.query<{ state: string }>(
        `SELECT p.state FROM provider_calls p JOIN checks c ON c.id = p.check_id WHERE c.verification_id = $1
         ORDER BY p.state`,
        [submission.verificationId],
      );
      expect(calls.map(({ state }) => state)).to.deep.equal(['answered', 'uncertain', 'uncertain']);
    });

    const obstacles: [string, RegExp, (id: string) => Promise<unknown>, (id: string) => unknown][] = [
      [
        'a colleague works on the case',
        /^Nothing .* stays open\. A colleague .* It is taken until 20\S+Z\.$/,
        async (id) => {
          const colleague = await api.signIn(await api.createStaff('support'));
          const { status } = await colleague.post(`/api/v1/support/reviews/${id}/take`);
          expect(status).to.equal(200);
        },
        () => api.db.query(`UPDATE reviews SET taken_until = now() - interval '1 second'`),
      ],
      [
        'the worker of the call may still send it',
        / stays open\. The worker .* Not before 20\S+Z\.$/,
        () => beat('now()'),
        () => beat(`now() - interval '61 seconds'`),
      ],
      [
        'the database has not been adopted',
        / stays open\. The database was replaced .* within seconds/,
        () => shiftHistory(1),
        () => shiftHistory(-1),
      ],
      [
        'Redis is away',
        / stays open\. Redis is unavailable, .* Try again when it is back\.$/,
        async () => redis.sever(),
        async () => {
          redis.restore();
          await waitFor(() => api.deps.redis.status === 'ready', { describe: 'Redis is back' });
        },
      ],
    ];
    for (const [why, message, begin, end] of obstacles) {
      it(`stays open if it is approved while ${why}`, async () => {
        const { submission, approval } = await review(['lost'], 'said_verification');
        const requestId = toPublicId('verification', submission.verificationId);
        await begin(requestId);
        const refused = await tryToApprove(approval).finally(() => end(requestId));
        expect(refused.status, JSON.stringify(refused.body)).to.equal(409);
        expect(refused.body).to.include({ status: 'conflict', request_id: requestId });
        expect(refused.body.message).to.match(message);
        const acts = await auditOf(api.db, approval);
        expect(acts.map(({ action }) => action)).to.deep.equal(['approval.proposed']);
        expect(await approve(approval)).to.include({ state: 'approved', failure: null });
        expect(await readVerification(api.db, submission.verificationId)).to.include({ status: 'pending' });
      });
    }

    it('covers the calls it was made for, otherwise', async () => {
      const news = ['lost', 'positive', 'no_answer'] as const;
      const { submission, approval } = await review(news, 'kyc_bundle');
      expect(await approve(approval)).to.include({ state: 'approved', failure: null });
      expect(await readVerification(api.db, submission.verificationId)).to.include({ status: 'pending' });
    });
  });
});
