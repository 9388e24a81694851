import { expect } from 'chai';
import { withClient } from '../../harness/with-client.js';
import type { Database } from '../../shared/db/database.js';
import { settleChecks } from '../../shared/settlement/settle-checks.js';
import { checkIdOf, dispatch, settlementOf } from '../support/checks/settlements.js';
import { acceptOne } from '../support/checks/submissions.js';
import { buildClient, buildUser } from '../support/database/factories.js';
import { useDatabase } from '../support/database/use-database.js';
import { type StandingRows, violationsOf } from '../support/database/violations.js';

/** Names only, which exist before any row does. */
const NAMES = Object.keys(
  violationsOf({
    clientId: '',
    userId: '',
    verificationId: '',
    checkId: '',
    settledId: '',
    settledCheckId: '',
    settledCallId: '',
  }),
);

async function standingRows(db: Database): Promise<StandingRows> {
  const client = await buildClient(db);
  const user = await buildUser(db, { clientId: client.id });
  const open = await acceptOne(db, { clientId: client.id });
  const done = await acceptOne(db, { clientId: client.id });
  const callId = await dispatch(db, done);
  await settleChecks(db, [settlementOf(done, callId, 'positive')]);
  return {
    clientId: client.id,
    userId: user.id,
    verificationId: open.verificationId,
    checkId: checkIdOf(open),
    settledId: done.verificationId,
    settledCheckId: checkIdOf(done),
    settledCallId: callId,
  };
}

describe('The constraints of the schema', () => {
  const database = useDatabase();
  let violations: ReturnType<typeof violationsOf>;

  before(async () => {
    violations = violationsOf(await standingRows(database.db));
  });

  /** The constraint that refuses the statement, by name; the statement is rolled back. */
  function refusalOf(statement: string): Promise<string | undefined> {
    return withClient(database.ownerUrl, async (client) => {
      await client.query('BEGIN');
      const failure = await client.query(statement).then(
        () => undefined,
        (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
      );
      await client.query('ROLLBACK');
      return failure;
    });
  }

  it('all have a case here', async () => {
    const rows = await database.db.query<{ name: string }>(
      `SELECT conname::text AS name FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'u', 'p')
         AND conrelid <> 'migrations'::regclass
       UNION
       SELECT indexrelid::regclass::text FROM pg_index
       WHERE indisunique AND indrelid::regclass::text IN (SELECT tablename FROM pg_tables
         WHERE schemaname = 'public' AND tablename <> 'migrations')`,
    );
    expect([...NAMES].sort()).to.deep.equal(rows.map(({ name }) => name).sort());
  });

  for (const name of NAMES) {
    it(`${name} refuses what it is there for`, async () => {
      for (const statement of violations[name] ?? []) {
        expect(await refusalOf(statement), statement).to.equal(name);
      }
    });
  }

  for (const state of ['not_sent', 'refused_for_now']) {
    it(`provider_calls_one_possible_of_check leaves room after a call that was ${state}`, async () => {
      const { db } = database;
      const client = await buildClient(db);
      const submission = await acceptOne(db, { clientId: client.id });
      const first = await dispatch(db, submission);
      await settleChecks(db, [
        settlementOf(submission, first, state === 'not_sent' ? state : 'refused_for_now'),
      ]);
      await dispatch(db, submission);
    });
  }

  it('keep what others refer to', async () => {
    await withClient(database.ownerUrl, async (client) => {
      for (const table of ['clients', 'verifications', 'checks']) {
        const code = await client.query(`DELETE FROM ${table}`).then(
          () => 'deleted',
          (error: { code: string }) => error.code,
        );
        expect(code, table).to.be.oneOf(['23503', '23001']);
      }
    });
  });
});
