import { expect } from 'chai';
import { quarantine } from '../../../scripts/operations/quarantine.js';
import { toPublicId } from '../../../shared/domain/ids.js';
import type { ServiceCode } from '../../../shared/services/index.js';
import { settleChecks } from '../../../shared/settlement/settle-checks.js';
import { startApi, type TestApi } from '../../support/app.js';
import type { TestClient } from '../../support/client.js';
import { buildVerification } from '../../support/factories.js';
import { readVerification } from '../../support/read-state.js';
import { type PartNews, settleParts } from '../../support/reviews.js';
import { settlementOf } from '../../support/settlements.js';
import { acceptOne } from '../../support/submissions.js';

describe('A proposal after which things have changed', function () {
  this.timeout(60_000);

  let api: TestApi;
  let admin: TestClient;
  before(async () => {
    api = await startApi({ config: { twoPeople: true, approvalCredits: 10_000 } });
    admin = await api.signIn(await api.createStaff('admin'));
  });
  after(() => api.close());

  const approve = async (id: string) => (await admin.post(`/api/v1/admin/approvals/${id}/approve`)).body;
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

    it('covers the calls it was made for, otherwise', async () => {
      const news = ['lost', 'positive', 'no_answer'] as const;
      const { submission, approval } = await review(news, 'kyc_bundle');
      expect(await approve(approval)).to.include({ state: 'approved', failure: null });
      expect(await readVerification(api.db, submission.verificationId)).to.include({ status: 'pending' });
    });
  });
});
