import { expect } from 'chai';
import { quarantine } from '../../../shared/commands/quarantine.js';
import { requeueReviews } from '../../../shared/commands/requeue-reviews.js';
import type { Database } from '../../../shared/db/database.js';
import { buildClient } from '../../support/factories.js';
import { expectInvariants } from '../../support/invariants.js';
import { readCalls, readVerification } from '../../support/read-state.js';
import { buildNote, settleParts } from '../../support/reviews.js';
import { checkIdOf, dispatch } from '../../support/settlements.js';
import { acceptOne } from '../../support/submissions.js';
import { useDatabase } from '../../support/use-database.js';

describe('quarantine', () => {
  const database = useDatabase();
  let db: Database;
  let clientId: string;

  before(async () => {
    db = database.db;
    clientId = (await buildClient(db)).id;
  });
  afterEach(() => expectInvariants(db));

  it('puts everything that is not settled into review, and nothing else', async () => {
    const waiting = await acceptOne(db, { clientId });
    const calling = await acceptOne(db, { clientId });
    await dispatch(db, calling);
    const bundle = await acceptOne(db, { clientId, serviceCode: 'kyc_bundle' });
    await settleParts(db, bundle, ['positive']);
    const done = await acceptOne(db, { clientId });
    await settleParts(db, done, ['positive']);

    expect(await quarantine(db)).to.equal(4);

    for (const { verificationId } of [waiting, calling, bundle]) {
      expect(await readVerification(db, verificationId)).to.include({
        status: 'manual_review',
        review_reason: 'no_answer',
      });
    }
    expect(await readVerification(db, done.verificationId)).to.include({ status: 'completed' });
    expect(await quarantine(db)).to.equal(0);
    const acts = await db.query(`SELECT FROM audit_log WHERE action = 'reviews.quarantine_started'`);
    expect(acts).to.have.length(2);
  });

  it('lets nothing be called again that the backup may have forgotten to have been called', async () => {
    const submission = await acceptOne(db, { clientId });
    await quarantine(db);
    const [call] = await readCalls(db, checkIdOf(submission));
    expect(call).to.include({ state: 'uncertain', reason: 'quarantined' });
    const cases = [{ verificationId: submission.verificationId, note: buildNote() }];
    const result = await db.transaction((sql) =>
      requeueReviews(sql, { cases, providerConfirmedNoCharge: false }, { userId: null }),
    );
    expect(result.kind).to.equal('refused');
  });
});
