import { expect } from 'chai';
import { settleChecks } from '../../../shared/settlement/settle-checks.js';
import { markDispatched } from '../../../worker/checks/mark-dispatched.js';
import { readCalls } from '../../support/checks/read-state.js';
import { checkIdOf, dispatch, settlementOf } from '../../support/checks/settlements.js';
import { acceptOne } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { useDatabase } from '../../support/database/use-database.js';

describe('markDispatched of a call that has been made', () => {
  const database = useDatabase();
  afterEach(() => expectInvariants(database.db));

  // A second run of the statement must not let through again a call that the first let through and somebody has ended.
  for (const news of ['not_sent', 'refused_for_now', 'positive', 'no_answer'] as const) {
    it(`says false when it has ended by ${news}`, async () => {
      const { db } = database;
      const submission = await acceptOne(db, { clientId: (await buildClient(db)).id });
      const checkId = checkIdOf(submission);
      const callId = await dispatch(db, submission);
      await settleChecks(db, [settlementOf(submission, callId, news)]);
      const options = { worker: 'host:1', deadlineMs: 25_000 };
      expect(await markDispatched(db, [{ checkId, callId, provider: 'upstream' }], options)).to.deep.equal([
        { kind: 'taken' },
      ]);
      expect(await readCalls(db, checkId)).to.have.lengthOf(1);
    });
  }
});
