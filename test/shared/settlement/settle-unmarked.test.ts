import { expect } from 'chai';
import { applyLateAnswer } from '../../../api/reviews/apply-late-answer.js';
import { ensureTestSide } from '../../../api/test-mode/ensure-test-side.js';
import { quarantine } from '../../../scripts/operations/quarantine.js';
import type { Submission } from '../../../shared/acceptance/submission.js';
import type { Database } from '../../../shared/db/database.js';
import { newId } from '../../../shared/domain/ids.js';
import { settleChecks } from '../../../shared/settlement/settle-checks.js';
import type { Settlement } from '../../../shared/settlement/settlement.js';
import { readCalls, readVerification } from '../../support/checks/read-state.js';
import { buildNote } from '../../support/checks/reviews.js';
import { checkIdOf, dispatch, settlementOf } from '../../support/checks/settlements.js';
import { acceptAll, acceptOne } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { useDatabase } from '../../support/database/use-database.js';

describe('settleChecks of a call whose marker the database has lost', () => {
  const database = useDatabase();
  let db: Database;
  let submission: Submission;
  const callId = newId();

  beforeEach(async () => {
    db = database.db;
    submission = await acceptOne(db, { clientId: (await buildClient(db)).id });
  });
  afterEach(() => expectInvariants(db));

  it('writes call and settlement together', async () => {
    const id = newId();
    await settleChecks(db, [settlementOf(submission, id, 'positive')], { worker: 'host:7' });
    expect(await readVerification(db, submission.verificationId)).to.include({
      status: 'completed',
      outcome: 'positive',
    });
    const [call] = await readCalls(db, checkIdOf(submission));
    expect(call).to.include({ id, state: 'answered' });
    expect(await db.query('SELECT worker FROM provider_calls WHERE id = $1', [id])).to.deep.equal([
      { worker: 'host:7' },
    ]);
  });

  it('does so once, when the commit is run again', async () => {
    const settlement = settlementOf(submission, newId(), 'positive');
    await settleChecks(db, [settlement]);
    await settleChecks(db, [settlement]);
    expect(await readCalls(db, checkIdOf(submission))).to.have.lengthOf(1);
  });

  it('leaves a check alone whose other call may have been received', async () => {
    const other = await dispatch(db, submission);
    const id = newId();
    await settleChecks(db, [settlementOf(submission, id, 'positive')]);
    expect(await readVerification(db, submission.verificationId)).to.include({ status: 'pending' });
    const calls = await readCalls(db, checkIdOf(submission));
    expect(calls.find((call) => call.id === other)).to.include({ state: 'started' });
    expect(calls.find((call) => call.id === id)).to.include({ state: 'written_off', late: true });
  });

  it('finds its place in a call that was assumed for it, which takes its id', async () => {
    await quarantine(db);
    await settleChecks(db, [settlementOf(submission, callId, 'negative')]);
    const [call] = await readCalls(db, checkIdOf(submission));
    expect(call).to.include({ id: callId, state: 'uncertain', late: true });
    const result = await db.transaction((sql) =>
      applyLateAnswer(
        sql,
        { verificationId: submission.verificationId, note: buildNote() },
        { userId: null },
      ),
    );
    expect(result).to.equal('applied');
    expect(await readVerification(db, submission.verificationId)).to.include({
      status: 'completed',
      outcome: 'negative',
    });
  });

  it('names the simulator in test mode, whose calls no other provider may have', async () => {
    const { id: liveId } = await buildClient(db);
    const clientId = await db.transaction((sql) => ensureTestSide(sql, liveId));
    const [answered, held] = await acceptAll(db, [{ clientId }, { clientId }]);
    if (answered === undefined || held === undefined) throw new Error('Not accepted');
    await settleChecks(db, [settlementOf(answered, newId(), 'positive')]);
    await quarantine(db);
    expect(await readVerification(db, answered.verificationId)).to.include({ status: 'completed' });
    expect(await readVerification(db, held.verificationId)).to.include({
      status: 'manual_review',
      review_reason: 'history_changed',
    });
    expect(
      await db.query('SELECT DISTINCT provider FROM provider_calls WHERE client_id = $1', [clientId]),
    ).to.deep.equal([{ provider: 'simulator' }]);
  });

  it('says so when the check is gone altogether', async () => {
    const gone: Settlement[] = [];
    const lost = {
      ...settlementOf(submission, newId(), 'positive'),
      checkId: newId(),
      verificationId: newId(),
    };
    await settleChecks(db, [lost], { onGone: (settlements) => gone.push(...settlements) });
    expect(gone).to.deep.equal([lost]);
  });
});
