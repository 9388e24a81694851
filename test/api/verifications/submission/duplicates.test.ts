import { expect } from 'chai';
import { acceptVerifications } from '../../../../shared/acceptance/accept-verifications.js';
import type { Acceptance, Submission } from '../../../../shared/acceptance/submission.js';
import type { Database } from '../../../../shared/db/database.js';
import { eraseVerifications } from '../../../../shared/erasure/erase-verifications.js';
import { settleChecks } from '../../../../shared/settlement/settle-checks.js';
import { dispatch, settlementOf } from '../../../support/checks/settlements.js';
import { acceptOne, buildSubmission, type SubmissionOverrides } from '../../../support/checks/submissions.js';
import { buildClient } from '../../../support/database/factories.js';
import { expectInvariants } from '../../../support/database/invariants.js';
import { useDatabase } from '../../../support/database/use-database.js';

const PERSON = '0001010000071';

describe('A request that wants no duplicate', () => {
  const database = useDatabase();
  let db: Database;
  let other: Database;

  before(async () => {
    db = database.db;
    other = await database.open();
  });

  afterEach(() => expectInvariants(db));

  async function newClient(): Promise<string> {
    return (await buildClient(db, { balance: 1_000 })).id;
  }

  async function accept(overrides: SubmissionOverrides, on = db): Promise<Acceptance> {
    const [acceptance] = await acceptVerifications(on, [buildSubmission({ subject: PERSON, ...overrides })]);
    if (acceptance === undefined) throw new Error('No answer');
    return acceptance;
  }

  async function complete(submission: Submission, daysAgo: number): Promise<void> {
    await settleChecks(db, [settlementOf(submission, await dispatch(db, submission), 'positive')]);
    await db.query(
      `UPDATE verifications SET completed_at = now() - $2::integer * interval '1 day' WHERE id = $1`,
      [submission.verificationId, daysAgo],
    );
  }

  it('is refused while the same is open, and names it', async () => {
    const clientId = await newClient();
    const first = await acceptOne(db, { clientId, subject: PERSON });
    expect(await accept({ clientId, refuseDuplicateDays: 30 })).to.deep.equal({
      kind: 'duplicate',
      verificationId: first.verificationId,
    });
  });

  it('is accepted when another service, another subject or another client asked', async () => {
    const clientId = await newClient();
    await acceptOne(db, { clientId, subject: PERSON });
    const others: SubmissionOverrides[] = [
      { clientId, serviceCode: 'alive_status' },
      { clientId, subject: '0001010001079' },
      { clientId: await newClient() },
    ];
    for (const overrides of others) {
      expect((await accept({ ...overrides, refuseDuplicateDays: 30 })).kind).to.equal('accepted');
    }
  });

  it('compares parameters too', async () => {
    const clientId = await newClient();
    const screening = { clientId, serviceCode: 'aml_screening', subject: 'Test Subject' } as const;
    await acceptOne(db, { ...screening, parameters: { country: 'ZA' } });
    const again = { ...screening, refuseDuplicateDays: 30 };
    expect((await accept({ ...again, parameters: { country: 'NA' } })).kind).to.equal('accepted');
    expect((await accept({ ...again, parameters: { country: 'ZA' } })).kind).to.equal('duplicate');
  });

  it('knows a name in another spelling', async () => {
    const clientId = await newClient();
    const screening = { clientId, serviceCode: 'aml_screening' } as const;
    await acceptOne(db, { ...screening, subject: 'Test Subject' });
    expect((await accept({ ...screening, subject: 'TEST SUBJECT', refuseDuplicateDays: 30 })).kind).to.equal(
      'duplicate',
    );
  });

  it('is accepted once the earlier one is older than the days it names', async () => {
    const clientId = await newClient();
    const first = await acceptOne(db, { clientId, subject: PERSON });
    await complete(first, 10);
    expect((await accept({ clientId, refuseDuplicateDays: 11 })).kind).to.equal('duplicate');
    expect((await accept({ clientId, refuseDuplicateDays: 9 })).kind).to.equal('accepted');
  });

  it('is judged by its own days, also beside one in the same batch that names more', async () => {
    const clientId = await newClient();
    await complete(await acceptOne(db, { clientId, subject: PERSON }), 10);
    const batch = [11, 9, 9].map((refuseDuplicateDays) =>
      buildSubmission({ clientId, subject: PERSON, refuseDuplicateDays }),
    );
    const acceptances = await acceptVerifications(db, batch);
    expect(acceptances.map(({ kind }) => kind)).to.deep.equal(['duplicate', 'accepted', 'duplicate']);
  });

  it('is a replay, not a duplicate, under its own key', async () => {
    const clientId = await newClient();
    const first = await acceptOne(db, { clientId, subject: PERSON, idempotencyKey: 'own key' });
    expect(await accept({ clientId, idempotencyKey: 'own key', refuseDuplicateDays: 30 })).to.deep.equal({
      kind: 'replay',
      verificationId: first.verificationId,
    });
  });

  it('sees what was accepted before it in the same batch', async () => {
    const clientId = await newClient();
    const twins = [1, 2].map(() => buildSubmission({ clientId, subject: PERSON, refuseDuplicateDays: 30 }));
    const acceptances = await acceptVerifications(db, twins);
    expect(acceptances.map(({ kind }) => kind)).to.deep.equal(['accepted', 'duplicate']);
  });

  it('finds requests of the release before by their service', async () => {
    const clientId = await newClient();
    const first = await acceptOne(db, { clientId, subject: PERSON });
    await db.query('UPDATE verifications SET request_hash = NULL WHERE id = $1', [first.verificationId]);
    expect((await accept({ clientId, refuseDuplicateDays: 30 })).kind).to.equal('duplicate');
    expect((await accept({ clientId, serviceCode: 'alive_status', refuseDuplicateDays: 30 })).kind).to.equal(
      'accepted',
    );
  });

  it('wins exactly once on two API processes, whoever comes first', async () => {
    const clientId = await newClient();
    for (let round = 0; round < 25; round += 1) {
      const subject = `Race Subject ${'abcdefghijklmnopqrstuvwxy'[round]}`;
      const kinds = await Promise.all(
        [db, other, db, other].map((on) =>
          accept({ clientId, serviceCode: 'aml_screening', subject, refuseDuplicateDays: 30 }, on),
        ),
      );
      expect(kinds.filter(({ kind }) => kind === 'accepted')).to.have.length(1);
      expect(kinds.filter(({ kind }) => kind === 'duplicate')).to.have.length(3);
    }
  });

  it('finds nothing that was erased, and an erasure takes reference and hash along', async () => {
    const clientId = await newClient();
    const first = await acceptOne(db, { clientId, subject: PERSON, reference: 'Lease 17' });
    await complete(first, 1);
    await db.transaction((sql) => eraseVerifications(sql, [first.verificationId]));
    expect((await accept({ clientId, refuseDuplicateDays: 30 })).kind).to.equal('accepted');
    const rows = await db.query('SELECT reference, request_hash FROM verifications WHERE id = $1', [
      first.verificationId,
    ]);
    expect(rows).to.deep.equal([{ reference: null, request_hash: null }]);
  });
});
