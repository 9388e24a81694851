import { expect } from 'chai';
import { withClient } from '../../../harness/with-client.js';
import type { Submission } from '../../../shared/acceptance/submission.js';
import type { Database } from '../../../shared/db/database.js';
import { newId } from '../../../shared/domain/ids.js';
import { settleChecks } from '../../../shared/settlement/settle-checks.js';
import { markDispatched } from '../../../worker/checks/mark-dispatched.js';
import { readCalls } from '../../support/checks/read-state.js';
import {
  checkIdOf,
  dispatch,
  givingUp,
  losing,
  type News,
  settlementOf,
} from '../../support/checks/settlements.js';
import { acceptAll, acceptOne } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { untilBlocked } from '../../support/database/until-blocked.js';
import { useDatabase } from '../../support/database/use-database.js';
import { startCuttingProxy } from '../../support/network/cutting-proxy.js';
import { buildTestSide } from '../../support/personal-data/aged-verifications.js';

describe('markDispatched', () => {
  const database = useDatabase();
  let db: Database;
  let other: Database;

  before(async () => {
    db = database.db;
    other = await database.open();
  });

  afterEach(() => expectInvariants(db));

  async function accept(serviceCode: 'said_verification' | 'kyc_bundle' = 'said_verification') {
    const client = await buildClient(db);
    return acceptOne(db, { clientId: client.id, serviceCode });
  }

  /** Whether each check was marked. */
  async function mark(on: Database, checkIds: readonly string[]): Promise<boolean[]> {
    const dispatches = checkIds.map((checkId) => ({
      checkId,
      callId: newId(),
      provider: 'upstream' as const,
    }));
    const marks = await markDispatched(on, dispatches, { worker: 'host:1', deadlineMs: 25_000 });
    return marks.map(({ kind }) => kind === 'marked');
  }

  it('commits a marker that names the worker and the deadline by the clock of the database', async () => {
    const submission = await accept();
    expect(await mark(db, submission.checkIds)).to.deep.equal([true]);
    const rows = await other.query(
      `SELECT state, worker, client_id, extract(epoch FROM deadline_at - started_at)::float AS seconds
       FROM provider_calls WHERE check_id = $1`,
      [checkIdOf(submission)],
    );
    expect(rows).to.deep.equal([
      { state: 'started', worker: 'host:1', client_id: submission.clientId, seconds: 25 },
    ]);
  });

  it('lets one of two workers in that mark a check at the same instant', async () => {
    for (let round = 0; round < 12; round += 1) {
      const submission = await accept();
      const marked = await Promise.all([mark(db, submission.checkIds), mark(other, submission.checkIds)]);
      expect(marked.flat()).to.have.members([true, false]);
      expect(await readCalls(db, checkIdOf(submission))).to.have.lengthOf(1);
    }
  });

  it('lets one in of two marks for a check in one batch', async () => {
    const submission = await accept();
    const id = checkIdOf(submission);
    expect(await mark(db, [id, id])).to.have.members([true, false]);
    expect(await readCalls(db, id)).to.have.lengthOf(1);
  });

  it('marks nothing while the index that admits one call per check is gone', async () => {
    const INDEX = 'provider_calls_one_possible_of_check';
    const submission = await accept();
    const marked = () => mark(db, submission.checkIds).catch((error: unknown) => error);
    await withClient(database.ownerUrl, async (owner) => {
      const { rows } = await owner.query<{ built: string }>(
        `SELECT pg_get_indexdef('${INDEX}'::regclass) AS built`,
      );
      await owner.query(`DROP INDEX ${INDEX}`);
      const refusal = await marked();
      await owner.query(rows[0]?.built ?? '');
      // invalid_column_reference: there is no index that ON CONFLICT could mean.
      expect(refusal).to.include({ code: '42P10' });
    });
    expect(await readCalls(db, checkIdOf(submission))).to.deep.equal([]);
    expect(await marked()).to.deep.equal([true]);
  });

  it('answers in the order given, each for itself', async () => {
    const [free, marked, bundle] = [await accept(), await accept(), await accept('kyc_bundle')];
    await dispatch(db, marked);
    const ids = [newId(), ...marked.checkIds, ...free.checkIds, ...bundle.checkIds];
    expect(await mark(db, ids)).to.deep.equal([false, false, true, true, true, true]);
  });

  it('lets test mode go to the simulator alone, and nothing else there, without stopping the batch', async () => {
    const [live, ordinary] = [await accept(), await accept()];
    const testSide = await buildTestSide(db, (await buildClient(db)).id);
    const inTestMode = await acceptOne(db, { clientId: testSide });
    const marks = await markDispatched(
      db,
      [
        { checkId: checkIdOf(inTestMode), callId: newId(), provider: 'upstream' },
        { checkId: checkIdOf(live), callId: newId(), provider: 'simulator' },
        { checkId: checkIdOf(ordinary), callId: newId(), provider: 'upstream' },
      ],
      { worker: 'host:1', deadlineMs: 25_000 },
    );
    expect(marks.map(({ kind }) => kind)).to.deep.equal(['taken', 'taken', 'marked']);
    const [toSimulator] = await markDispatched(
      db,
      [{ checkId: checkIdOf(inTestMode), callId: newId(), provider: 'simulator' }],
      { worker: 'host:1', deadlineMs: 25_000 },
    );
    expect(toSimulator?.kind).to.equal('marked');
  });

  it('never deadlocks, in whatever order batches name their checks', async () => {
    // Without the second attempt that a transaction gets after a deadlock.
    const impatient: Database = { ...db, statement: (text, values) => db.query(text, values) };
    const client = await buildClient(db);
    for (let round = 0; round < 4; round += 1) {
      const plans = Array.from({ length: 40 }, () => ({
        clientId: client.id,
        serviceCode: 'kyc_bundle' as const,
      }));
      const ids = (await acceptAll(db, plans)).flatMap(({ checkIds }) => checkIds);
      const marked = await Promise.all([mark(impatient, ids), mark(impatient, [...ids].reverse())]);
      expect(marked.flat().filter((may) => may)).to.have.lengthOf(ids.length);
    }
  });

  describe('of a check that', () => {
    async function settled(news: News): Promise<Submission> {
      const submission = await accept();
      await settleChecks(db, [settlementOf(submission, await dispatch(db, submission), news)]);
      return submission;
    }
    const cases: Readonly<Record<string, { prepare: () => Promise<Submission>; may: boolean }>> = {
      'is completed': { prepare: () => settled('positive'), may: false },
      'was refused': { prepare: () => settled('rejected'), may: false },
      'is in review after an unclear answer': { prepare: () => settled('unclear_answer'), may: false },
      'is in review without an answer': { prepare: () => settled('no_answer'), may: false },
      'was certainly not sent': { prepare: () => settled('not_sent'), may: true },
      'was refused for now': { prepare: () => settled('refused_for_now'), may: true },
      'was given up': {
        prepare: async () => {
          const submission = await accept();
          await settleChecks(db, [givingUp(submission)]);
          return submission;
        },
        may: false,
      },
      'has a call under way': {
        prepare: async () => {
          const submission = await accept();
          await dispatch(db, submission);
          return submission;
        },
        may: false,
      },
      'has a call that was lost': {
        prepare: async () => {
          const submission = await accept();
          await settleChecks(db, [losing(submission, await dispatch(db, submission))]);
          return submission;
        },
        may: false,
      },
    };
    for (const [what, { prepare, may }] of Object.entries(cases)) {
      it(`${what}, says ${may}`, async () => {
        expect(await mark(db, (await prepare()).checkIds)).to.deep.equal([may]);
      });
    }
  });

  it('is refused, or stops the giving up, when both happen at the same instant', async () => {
    for (let round = 0; round < 12; round += 1) {
      const submission = await accept();
      const [marked, settled] = await Promise.all([
        mark(db, submission.checkIds),
        settleChecks(other, [givingUp(submission)]),
      ]);
      expect(marked[0]).to.equal(settled.length === 0);
      expect(await readCalls(db, checkIdOf(submission))).to.have.lengthOf(marked[0] ? 1 : 0);
    }
  });

  it('sees what was committed while it waited for the check', async () => {
    const submission = await accept();
    const { marking } = await other.transaction(async (sql) => {
      await sql.query('SELECT FROM checks WHERE id = $1 FOR UPDATE', [checkIdOf(submission)]);
      await sql.query(
        `UPDATE verifications SET status = 'manual_review', review_reason = 'not_reached' WHERE id = $1`,
        [submission.verificationId],
      );
      await sql.query(
        `UPDATE checks SET status = 'manual_review', review_reason = 'not_reached', settled_at = now()
         WHERE id = $1`,
        [checkIdOf(submission)],
      );
      const started = mark(db, submission.checkIds);
      await untilBlocked(other);
      // In an object, because a promise would be awaited before the commit.
      return { marking: started };
    });
    expect(await marking).to.deep.equal([false]);
    expect(await readCalls(db, checkIdOf(submission))).to.deep.equal([]);
  });

  it('knows its marker for its own when it was committed while the second attempt waited for the lock', async () => {
    const proxy = await startCuttingProxy(database.url);
    try {
      const unlucky = await database.open({ url: proxy.url });
      const submission = await accept();
      const { marking } = await other.transaction(async (sql) => {
        await sql.query('SELECT FROM checks WHERE id = $1 FOR UPDATE', [checkIdOf(submission)]);
        const started = mark(unlucky, submission.checkIds);
        await untilBlocked(other);
        // The server does not notice that nobody is listening any more, and continues when it gets the lock.
        proxy.sever();
        proxy.restore();
        await untilBlocked(other, { count: 2 });
        return { marking: started };
      });
      expect(await marking).to.deep.equal([true]);
      expect(await readCalls(db, checkIdOf(submission))).to.have.lengthOf(1);
    } finally {
      await proxy.close();
    }
  });

  for (const moment of ['before', 'after'] as const) {
    it(`commits one marker and knows it for its own when the connection is lost ${moment} the commit`, async () => {
      const proxy = await startCuttingProxy(database.url);
      try {
        const unlucky = await database.open({ url: proxy.url });
        const submission = await accept();
        proxy.cutNext(moment, 'INSERT INTO provider_calls');
        expect(await mark(unlucky, submission.checkIds)).to.deep.equal([true]);
        expect(proxy.cuts()).to.equal(1);
        expect(await readCalls(db, checkIdOf(submission))).to.have.lengthOf(1);
      } finally {
        await proxy.close();
      }
    });
  }
});
