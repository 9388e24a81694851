import { expect } from 'chai';
import { acceptVerifications } from '../../../../shared/acceptance/accept-verifications.js';
import type { Acceptance, Submission } from '../../../../shared/acceptance/submission.js';
import { Batcher } from '../../../../shared/batcher.js';
import type { Database } from '../../../../shared/db/database.js';
import { eraseVerifications } from '../../../../shared/erasure/erase-verifications.js';
import { SERVICES, type ServiceCode } from '../../../../shared/services/index.js';
import { PRICE_LIST } from '../../../../shared/services/price-list.js';
import { settleChecks } from '../../../../shared/settlement/settle-checks.js';
import { readEntryKinds, readVerification, readWallet } from '../../../support/checks/read-state.js';
import { dispatch, settlementOf } from '../../../support/checks/settlements.js';
import { acceptOne, buildSubmission } from '../../../support/checks/submissions.js';
import { buildClient } from '../../../support/database/factories.js';
import { expectInvariants } from '../../../support/database/invariants.js';
import { useDatabase } from '../../../support/database/use-database.js';
import { startCuttingProxy } from '../../../support/network/cutting-proxy.js';

function kindsOf(acceptances: readonly Acceptance[]): string[] {
  return acceptances.map(({ kind }) => kind);
}

describe('acceptVerifications', () => {
  const database = useDatabase();
  let db: Database;
  let other: Database;

  before(async () => {
    db = database.db;
    other = await database.open();
  });

  afterEach(() => expectInvariants(db));

  async function newClient(balance = 1_000): Promise<string> {
    return (await buildClient(db, { balance })).id;
  }

  /** What an API process does with the submissions that arrive: one batch after the other. */
  function batcherOn(on: Database, maxBatch = 20): Batcher<Submission, Acceptance> {
    return new Batcher({
      run: (batch) => acceptVerifications(on, batch),
      laneOf: ({ clientId }) => clientId,
      maxBatch,
    });
  }

  async function countVerifications(clientId: string): Promise<number> {
    return (await db.query('SELECT FROM verifications WHERE client_id = $1', [clientId])).length;
  }

  for (const { code, checks } of SERVICES) {
    it(`accepts ${code}: ${checks.length} open check(s), consent and one hold`, async () => {
      const clientId = await newClient();
      const submission = await acceptOne(db, { clientId, serviceCode: code });
      const credits = PRICE_LIST.credits[code];
      expect(await readVerification(db, submission.verificationId)).to.deep.equal({
        status: 'pending',
        outcome: null,
        label: null,
        review_reason: null,
        credits_reserved: credits,
        credits_charged: 0,
        version: 1,
        completed: false,
      });
      expect(
        await db.query(
          'SELECT id, service_code, status, position FROM checks WHERE verification_id = $1 ORDER BY position',
          [submission.verificationId],
        ),
      ).to.deep.equal(
        checks.map((service_code, position) => ({
          id: submission.checkIds[position],
          service_code,
          status: 'pending',
          position,
        })),
      );
      expect(await readEntryKinds(db, submission.verificationId)).to.deep.equal(['reserve']);
      expect(await readWallet(db, clientId)).to.deep.equal({ balance: 1_000, reserved: credits });
    });
  }

  it('records what was consented to, in the chain of the client', async () => {
    const clientId = await newClient();
    const submissions = [
      buildSubmission({ clientId, serviceCode: 'identity_check', creditsApproved: 12 }),
      buildSubmission({ clientId, purpose: 'Another {purpose}, "quoted"' }),
    ];
    await acceptVerifications(db, submissions);
    await acceptOne(db, { clientId });
    const rows = await db.query(
      `SELECT evidence_no, verification_id, purpose, authority_confirmed, charge_approved, biometric_consent,
         credits, credits_approved, recorded_by FROM consent_evidence WHERE client_id = $1 ORDER BY evidence_no`,
      [clientId],
    );
    expect(rows).to.have.lengthOf(3);
    expect(rows.slice(0, 2)).to.deep.equal(
      submissions.map((submission, index) => ({
        evidence_no: index + 1,
        verification_id: submission.verificationId,
        purpose: submission.purpose,
        authority_confirmed: true,
        charge_approved: true,
        biometric_consent: index === 0,
        credits: submission.credits,
        credits_approved: index === 0 ? 12 : null,
        recorded_by: submission.recordedBy,
      })),
    );
  });

  it('stores nothing readable of the subject but its last four characters', async () => {
    const submission = await acceptOne(db, { clientId: await newClient(), subject: '0001010001079' });
    const [row] = await db.query<{ row: string }>(
      'SELECT v::text AS row FROM verifications v WHERE id = $1',
      [submission.verificationId],
    );
    expect(row?.row).to.include('*********1079');
    expect(row?.row).to.not.include('0001010001079');
    expect(row?.row).to.not.include(Buffer.from('0001010001079').toString('hex'));
  });

  it('keeps the trace that a request belongs to, when there is one', async () => {
    const clientId = await newClient();
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const traced = { ...buildSubmission({ clientId }), traceparent };
    await acceptVerifications(db, [traced, buildSubmission({ clientId })]);
    const rows = await db.query<{ id: string; traceparent: string | null }>(
      'SELECT id, traceparent FROM verifications WHERE client_id = $1',
      [clientId],
    );
    expect(rows.map((row) => row.traceparent)).to.have.members([traceparent, null]);
    expect(rows.find(({ id }) => id === traced.verificationId)?.traceparent).to.equal(traceparent);
  });

  describe('with a key that is in use', () => {
    it('answers the same request with the verification that exists, whatever became of it', async () => {
      const clientId = await newClient();
      const first = await acceptOne(db, { clientId, idempotencyKey: 'k' });
      const call = await dispatch(db, first);
      const again = () => acceptVerifications(db, [buildSubmission({ clientId, idempotencyKey: 'k' })]);
      const replay = [{ kind: 'replay', verificationId: first.verificationId }];
      expect(await again()).to.deep.equal(replay);
      await settleChecks(db, [settlementOf(first, call, 'positive')]);
      expect(await again()).to.deep.equal(replay);
      expect(await countVerifications(clientId)).to.equal(1);
      expect(await readWallet(db, clientId)).to.deep.equal({ balance: 995, reserved: 0 });
    });

    const differences: Readonly<Record<string, Partial<Parameters<typeof buildSubmission>[0]>>> = {
      service: { serviceCode: 'consumer_trace' },
      subject: { subject: '0001010001079' },
      purpose: { purpose: 'Another purpose' },
      parameters: { parameters: { vin: 'TESTTESTTESTTEST1' } },
      'biometric consent': { biometricConsent: true },
    };
    for (const [what, difference] of Object.entries(differences)) {
      it(`refuses a request with another ${what}, and names the verification`, async () => {
        const clientId = await newClient();
        const first = await acceptOne(db, { clientId, idempotencyKey: 'k' });
        const second = buildSubmission({ clientId, idempotencyKey: 'k', ...difference });
        expect(await acceptVerifications(db, [second])).to.deep.equal([
          { kind: 'key_reused', verificationId: first.verificationId },
        ]);
        expect(await countVerifications(clientId)).to.equal(1);
      });
    }

    it('knows the request again when its personal data is erased, by service and purpose', async () => {
      const clientId = await newClient();
      const first = await acceptOne(db, { clientId, idempotencyKey: 'k' });
      await settleChecks(db, [settlementOf(first, await dispatch(db, first), 'positive')]);
      await db.transaction((sql) => eraseVerifications(sql, [first.verificationId]));
      const again = [{}, { serviceCode: 'consumer_trace' as const }, { purpose: 'Another purpose' }].map(
        (difference) => buildSubmission({ clientId, idempotencyKey: 'k', ...difference }),
      );
      expect(kindsOf(await acceptVerifications(db, again))).to.deep.equal([
        'replay',
        'key_reused',
        'key_reused',
      ]);
      expect(await countVerifications(clientId)).to.equal(1);
    });

    it('replays whether or not the charge was repeated', async () => {
      const clientId = await newClient();
      await acceptOne(db, { clientId, idempotencyKey: 'k', creditsApproved: null });
      const second = buildSubmission({ clientId, idempotencyKey: 'k', creditsApproved: 5 });
      expect(kindsOf(await acceptVerifications(db, [second]))).to.deep.equal(['replay']);
    });

    it('replays without any credits left', async () => {
      const clientId = await newClient(5);
      await acceptOne(db, { clientId, idempotencyKey: 'k' });
      const acceptances = await acceptVerifications(db, [
        buildSubmission({ clientId, idempotencyKey: 'k' }),
        buildSubmission({ clientId }),
      ]);
      expect(kindsOf(acceptances)).to.deep.equal(['replay', 'insufficient_credits']);
    });

    it('lets two clients use the same key, also in one batch', async () => {
      const [first, second] = [await newClient(), await newClient()];
      const batch = [first, second, first].map((clientId) =>
        buildSubmission({ clientId, idempotencyKey: 'same' }),
      );
      expect(kindsOf(await acceptVerifications(db, batch))).to.deep.equal(['accepted', 'accepted', 'replay']);
    });

    it('takes keys for what they are: case and outer blanks count', async () => {
      const clientId = await newClient();
      const batch = ['k', 'K', 'k ', ' k', `${'x'.repeat(254)}1`, `${'x'.repeat(254)}2`].map(
        (idempotencyKey) => buildSubmission({ clientId, idempotencyKey }),
      );
      expect(new Set(kindsOf(await acceptVerifications(db, batch)))).to.deep.equal(new Set(['accepted']));
    });

    it('judges duplicates in one batch in their order', async () => {
      const clientId = await newClient();
      const batch = [
        buildSubmission({ clientId, idempotencyKey: 'k' }),
        buildSubmission({ clientId, idempotencyKey: 'k' }),
        buildSubmission({ clientId, idempotencyKey: 'k', purpose: 'Another purpose' }),
      ];
      expect(kindsOf(await acceptVerifications(db, batch))).to.deep.equal([
        'accepted',
        'replay',
        'key_reused',
      ]);
      expect(await readWallet(db, clientId)).to.deep.equal({ balance: 1_000, reserved: 5 });
    });
  });

  it('accepts one of 100 equal submissions that race over two processes, and replays 99', async () => {
    const clientId = await newClient();
    const processes = [batcherOn(db), batcherOn(other)];
    const submissions = Array.from({ length: 100 }, () =>
      buildSubmission({ clientId, idempotencyKey: 'race' }),
    );
    const acceptances = await Promise.all(
      submissions.map((submission, index) => processes[index % 2]?.submit(submission)),
    );
    const accepted = submissions.filter((_submission, index) => acceptances[index]?.kind === 'accepted');
    expect(accepted).to.have.lengthOf(1);
    const winner = accepted[0]?.verificationId;
    expect(
      acceptances.filter(
        (acceptance) => acceptance?.kind === 'replay' && acceptance.verificationId === winner,
      ),
    ).to.have.lengthOf(99);
    expect(await countVerifications(clientId)).to.equal(1);
    expect(await readEntryKinds(db, winner ?? '')).to.deep.equal(['reserve']);
  });

  it('accepts one of two different requests that race for a key, and refuses the other', async () => {
    for (let round = 0; round < 8; round += 1) {
      const clientId = await newClient();
      const [first, second] = await Promise.all(
        [db, other].map((on, index) =>
          acceptVerifications(on, [
            buildSubmission({ clientId, idempotencyKey: 'k', purpose: `Purpose ${index}` }),
          ]),
        ),
      );
      expect(kindsOf([...(first ?? []), ...(second ?? [])])).to.have.members(['accepted', 'key_reused']);
    }
  });

  describe('with too few credits', () => {
    it('says what is missing, stores nothing and does not use up the key', async () => {
      const clientId = await newClient(4);
      const submit = () => acceptVerifications(db, [buildSubmission({ clientId, idempotencyKey: 'k' })]);
      expect(await submit()).to.deep.equal([{ kind: 'insufficient_credits', required: 5, available: 4 }]);
      expect(await countVerifications(clientId)).to.equal(0);
      await db.transaction(async (sql) => {
        await sql.query('UPDATE wallets SET balance = 5, last_entry_no = 2 WHERE client_id = $1', [clientId]);
        await sql.query(
          `INSERT INTO wallet_entries (client_id, entry_no, id, kind, amount, balance_delta, reserved_delta,
             balance_after, reserved_after) VALUES ($1, 2, gen_random_uuid(), 'top_up', 1, 1, 0, 5, 0)`,
          [clientId],
        );
      });
      expect(kindsOf(await submit())).to.deep.equal(['accepted']);
    });

    it('accepts the first of a batch as far as the credits go, in order of arrival', async () => {
      const clientId = await newClient(23);
      const batch = Array.from({ length: 7 }, () => buildSubmission({ clientId }));
      const acceptances = await acceptVerifications(db, batch);
      expect(kindsOf(acceptances)).to.deep.equal([
        ...Array.from({ length: 4 }, () => 'accepted'),
        ...Array.from({ length: 3 }, () => 'insufficient_credits'),
      ]);
      expect(acceptances[4]).to.deep.equal({ kind: 'insufficient_credits', required: 5, available: 3 });
      expect(await readWallet(db, clientId)).to.deep.equal({ balance: 23, reserved: 20 });
    });

    it('accepts a cheaper one behind one that was too dear', async () => {
      const clientId = await newClient(6);
      const codes: ServiceCode[] = ['kyc_bundle', 'said_verification', 'alive_status'];
      const batch = codes.map((serviceCode) => buildSubmission({ clientId, serviceCode }));
      expect(kindsOf(await acceptVerifications(db, batch))).to.deep.equal([
        'insufficient_credits',
        'accepted',
        'insufficient_credits',
      ]);
    });

    it('refuses duplicates of one batch alike, and neither uses up the key', async () => {
      const clientId = await newClient(4);
      const batch = [1, 2].map(() => buildSubmission({ clientId, idempotencyKey: 'k' }));
      expect(kindsOf(await acceptVerifications(db, batch))).to.deep.equal([
        'insufficient_credits',
        'insufficient_credits',
      ]);
      expect(await countVerifications(clientId)).to.equal(0);
    });

    it('leaves the others of a batch alone', async () => {
      const [poor, rich] = [await newClient(4), await newClient()];
      const batch = [poor, rich, poor, rich].map((clientId) => buildSubmission({ clientId }));
      expect(kindsOf(await acceptVerifications(db, batch))).to.deep.equal([
        'insufficient_credits',
        'accepted',
        'insufficient_credits',
        'accepted',
      ]);
    });

    it('accepts exactly as many of 60 that race over two processes as there are credits for', async () => {
      const clientId = await newClient(17 * 5 + 4);
      const processes = [batcherOn(db, 7), batcherOn(other, 3)];
      const kinds = await Promise.all(
        Array.from({ length: 60 }, async (_, index) => {
          const acceptance = await processes[index % 2]?.submit(buildSubmission({ clientId }));
          return acceptance?.kind;
        }),
      );
      expect(kinds.filter((kind) => kind === 'accepted')).to.have.lengthOf(17);
      expect(kinds.filter((kind) => kind === 'insufficient_credits')).to.have.lengthOf(43);
      expect(await readWallet(db, clientId)).to.deep.equal({ balance: 89, reserved: 85 });
    });
  });

  describe('when the connection is lost', () => {
    for (const moment of ['before', 'after'] as const) {
      it(`${moment} the commit, accepts exactly once and says so`, async () => {
        const proxy = await startCuttingProxy(database.url);
        try {
          const unlucky = await database.open({ url: proxy.url });
          const clientId = await newClient();
          const batch = [
            buildSubmission({ clientId, idempotencyKey: 'k' }),
            buildSubmission({ clientId, idempotencyKey: 'k' }),
            buildSubmission({ clientId }),
          ];
          proxy.cutNext(moment);
          const acceptances = await acceptVerifications(unlucky, batch);
          expect(proxy.cuts()).to.equal(1);
          expect(kindsOf(acceptances)).to.deep.equal(['accepted', 'replay', 'accepted']);
          expect(await countVerifications(clientId)).to.equal(2);
          expect(await readWallet(db, clientId)).to.deep.equal({ balance: 1_000, reserved: 10 });
        } finally {
          await proxy.close();
        }
      });
    }

    it('for good, fails and stores nothing', async () => {
      const proxy = await startCuttingProxy(database.url);
      try {
        const unlucky = await database.open({ url: proxy.url });
        const clientId = await newClient();
        proxy.sever();
        const failure = await acceptVerifications(unlucky, [buildSubmission({ clientId })]).catch(
          (error: unknown) => error,
        );
        expect(failure).to.be.instanceOf(Error);
        expect(await countVerifications(clientId)).to.equal(0);
      } finally {
        await proxy.close();
      }
    });
  });

  it('never stops for good when many clients are accepted and settled in crossing batches', async () => {
    const clients = await Promise.all(Array.from({ length: 6 }, () => newClient()));
    const rounds = Array.from({ length: 6 }, async (_, round) => {
      const on = round % 2 === 0 ? db : other;
      const order = round % 3 === 0 ? clients : [...clients].reverse();
      const batch = order.map((clientId) => buildSubmission({ clientId, serviceCode: 'kyc_bundle' }));
      await acceptVerifications(on, batch);
      const settlements = await Promise.all(
        batch.flatMap((submission) =>
          [2, 0, 1].map(async (position) =>
            settlementOf(submission, await dispatch(on, submission, { position }), 'positive', position),
          ),
        ),
      );
      const half = settlements.length / 2;
      await Promise.all([
        settleChecks(db, settlements.slice(half)),
        settleChecks(other, settlements.slice(0, half)),
      ]);
    });
    await Promise.all(rounds);
    for (const clientId of clients) {
      expect(await readWallet(db, clientId)).to.deep.equal({ balance: 1_000 - 6 * 15, reserved: 0 });
    }
  });
});
