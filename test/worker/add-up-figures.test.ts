import { expect } from 'chai';
import { withClient } from '../../harness/with-client.js';
import { ADVISORY_LOCKS } from '../../shared/db/advisory-locks.js';
import type { Database } from '../../shared/db/database.js';
import { settleChecks } from '../../shared/settlement/settle-checks.js';
import { addUpFigures } from '../../worker/add-up-figures.js';
import { errorsByKind } from '../../worker/pass-errors.js';
import { dispatch, type News, settlementOf } from '../support/checks/settlements.js';
import { acceptOne } from '../support/checks/submissions.js';
import { buildClient } from '../support/database/factories.js';
import { expectInvariants } from '../support/database/invariants.js';
import { untilBlocked } from '../support/database/until-blocked.js';
import { useDatabase } from '../support/database/use-database.js';
import { avoidMidnight } from '../support/time/avoid-midnight.js';

describe('the daily figures', function () {
  this.timeout(60_000);

  const database = useDatabase();
  let db: Database;
  let clientId: string;
  beforeEach(async () => {
    await avoidMidnight();
    db = database.db;
    clientId = (await buildClient(db)).id;
  });

  async function submit(news?: News): Promise<void> {
    const submission = await acceptOne(db, { clientId });
    if (news === undefined) return;
    const callId = await dispatch(db, submission);
    await settleChecks(db, [settlementOf(submission, callId, news)]);
  }

  async function figures(): Promise<Record<string, number>> {
    const [row] = await db.query<Record<string, number>>(
      `SELECT submitted, completed, credits, reviewed, positive, no_record, rejected,
         (SELECT sum(completed)::int FROM daily_turnarounds t WHERE t.client_id = f.client_id) AS timed
       FROM daily_figures f WHERE client_id = $1`,
      [clientId],
    );
    return row ?? {};
  }

  it('count what the ledger says, each entry once, however often they are added up', async () => {
    await submit('positive');
    await submit('no_record');
    await submit();
    await addUpFigures(db);
    await addUpFigures(db);
    expect(await figures()).to.deep.equal({
      submitted: 3,
      completed: 2,
      credits: 10,
      reviewed: 0,
      positive: 1,
      no_record: 1,
      rejected: 0,
      timed: 2,
    });
    await submit('rejected');
    await addUpFigures(db);
    expect(await figures()).to.include({ submitted: 4, completed: 3, credits: 10, rejected: 1, timed: 3 });
  });

  /** A database that fails with this code at the figures of some clients. */
  function failingFor(fails: (clientIds: string) => boolean, code: string): Database {
    return {
      ...db,
      transaction: (work) =>
        db.transaction((sql) =>
          work({
            query: (text, values) => sql.query(text, values),
            finish: (text, values) =>
              fails(String(values?.[0]))
                ? Promise.reject(Object.assign(new Error('failing'), { code }))
                : sql.finish(text, values),
          }),
        ),
    };
  }

  it('are added up although those of another client cannot be', async () => {
    await submit('positive');
    const sound = clientId;
    const damaged = (await buildClient(db)).id;
    await acceptOne(db, { clientId: damaged });
    const failing = failingFor((ids) => ids.includes(damaged), 'XX001');
    const failed = await addUpFigures(failing).catch((error: unknown) => error);
    expect([...errorsByKind(failed).keys()]).to.deep.equal(['XX001']);
    clientId = sound;
    expect(await figures()).to.include({ submitted: 1, completed: 1 });
    clientId = damaged;
    expect(await figures()).to.deep.equal({});
  });

  it('are added up and totalled while a statement waits for those of another client', async () => {
    await submit('positive');
    await addUpFigures(db);
    const locked = clientId;
    await withClient(database.url, async (somebody) => {
      await somebody.query('BEGIN');
      await somebody.query('SELECT FROM daily_figures WHERE client_id = $1 FOR UPDATE', [locked]);
      const waiting = withClient(database.url, (worker) =>
        worker.query('UPDATE daily_figures SET submitted = submitted + 1 WHERE client_id = $1', [locked]),
      );
      await untilBlocked(db, { query: 'UPDATE daily_figures%' });
      clientId = (await buildClient(db)).id;
      await submit('positive');
      await addUpFigures(db);
      expect(await figures()).to.include({ submitted: 1, completed: 1 });
      await somebody.query('ROLLBACK');
      await waiting;
    });
    await expectInvariants(db);
  });

  it('are left to the next pass while somebody holds the lock of all totals, which every client would wait for', async () => {
    for (let count = 0; count < 3; count += 1) {
      clientId = (await buildClient(db)).id;
      await submit('positive');
    }
    const attempted = new Set<string>();
    const failing = failingFor((ids) => attempted.add(ids).size > 0, '55P03');
    await withClient(database.url, async (somebody) => {
      await somebody.query('BEGIN');
      await somebody.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.figureTotals]);
      const failed = await addUpFigures(failing).catch((error: unknown) => error);
      expect([...errorsByKind(failed).keys()]).to.deep.equal(['55P03']);
      expect(attempted.size, 'all at once, and none alone').to.equal(1);
    });
    attempted.clear();
    await addUpFigures(failing).catch(() => undefined);
    expect(attempted.size, 'each alone, once it is free').to.be.greaterThan(3);
    await addUpFigures(db);
    expect(await figures()).to.include({ submitted: 1, completed: 1 });
  });

  it('count each entry once when several workers add up at the same time', async () => {
    for (let count = 0; count < 5; count += 1) await submit('positive');
    await Promise.all([addUpFigures(db), addUpFigures(db), addUpFigures(db)]);
    expect(await figures()).to.include({ submitted: 5, completed: 5, credits: 25, timed: 5 });
  });
});
