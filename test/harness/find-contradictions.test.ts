import { expect } from 'chai';
import { resolveReview } from '../../api/reviews/resolve-review.js';
import { findContradictions } from '../../harness/find-contradictions.js';
import { withClient } from '../../harness/with-client.js';
import { sqlOf } from '../../scripts/schema/sql-of.js';
import { RUNNING_COUNTS } from '../../shared/db/running-totals.js';
import { buildNote, settleParts } from '../support/checks/reviews.js';
import { acceptOne } from '../support/checks/submissions.js';
import { buildClient } from '../support/database/factories.js';
import { superuserUrlOf } from '../support/database/superuser.js';
import { useDatabase } from '../support/database/use-database.js';

/** By which a test is not hindered from writing what the schema refuses. */
const WITHOUT_CONSTRAINTS = `
  SET LOCAL session_replication_role = replica;
  DO $$ DECLARE of record; BEGIN
    FOR of IN SELECT conrelid::regclass AS place, conname FROM pg_constraint
      WHERE contype = 'c' AND conrelid::regclass::text = ANY ('{verifications,checks,provider_calls}'::text[])
    LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', of.place, of.conname); END LOOP;
    FOR of IN SELECT indexrelid::regclass AS place FROM pg_index
      WHERE indisunique AND NOT indisprimary AND indrelid = 'provider_calls'::regclass
    LOOP EXECUTE format('DROP INDEX %s', of.place); END LOOP;
  END $$`;

describe('findContradictions', () => {
  const database = useDatabase();

  before(async () => {
    const { db } = database;
    const { id: clientId } = await buildClient(db, { balance: 1_000 });
    await settleParts(db, await acceptOne(db, { clientId }), ['positive']);
    const reviewed = await acceptOne(db, { clientId });
    await settleParts(db, reviewed, ['lost']);
    const decision = { kind: 'complete', outcome: 'positive', label: 'By phone' } as const;
    const review = { verificationId: reviewed.verificationId, decision, note: buildNote() };
    await db.transaction((sql) => resolveReview(sql, review, { userId: null }));
    await acceptOne(db, { clientId });
  });

  /** What is found after statements of somebody with every right; rolled back. */
  function foundAfter(...statements: string[]): Promise<string[]> {
    return withClient(superuserUrlOf(database.url), async (superuser) => {
      await superuser.query(`BEGIN; ${WITHOUT_CONSTRAINTS}`);
      for (const statement of statements) await superuser.query(statement);
      const found = await findContradictions(sqlOf(superuser));
      await superuser.query('ROLLBACK');
      return found.map(({ meaning }) => meaning);
    });
  }

  const ANSWERED = `state = 'answered'`;
  const copy = (table: string, changes: string) =>
    `SELECT (jsonb_populate_record(t, jsonb_build_object(${changes}))).* FROM ${table} t`;
  const cases: [meaning: string, ...statements: string[]][] = [
    ['the ledger does not hold', 'UPDATE wallets SET balance = balance + 1'],
    [
      'a check had two calls that may have been received',
      `INSERT INTO provider_calls ${copy('provider_calls', `'id', gen_random_uuid()`)} WHERE ${ANSWERED}`,
    ],
    [
      'a call was written off without a decision of support to send its check back',
      `UPDATE provider_calls SET state = 'written_off' WHERE state = 'uncertain'`,
    ],
    [
      'a completed check has no answered or refused call, and no person completed it',
      `UPDATE provider_calls SET state = 'not_sent' WHERE ${ANSWERED}`,
    ],
    [
      'a decision of support is not in the audit log',
      `UPDATE review_notes SET id = gen_random_uuid() WHERE kind = 'complete'`,
    ],
    [
      'a verification is settled while one of its checks is open, or the other way round',
      `UPDATE checks SET status = 'manual_review' WHERE status = 'pending'`,
    ],
    [
      'the feed of a client has a gap, or does not end with its newest event',
      'UPDATE wallets SET last_event_no = last_event_no + 1',
    ],
    [
      'the feed of a client has a gap, or does not end with its newest event',
      'UPDATE webhook_events SET event_no = 0 WHERE event_no = 1',
    ],
    ...['checks SET details_sealed', 'checks SET reference_sealed', 'provider_calls SET answer_sealed'].map(
      (column): [string, ...string[]] => [
        'an erased verification has something personal left',
        `UPDATE checks SET details_sealed = NULL, reference_sealed = NULL, photo_sealed = NULL`,
        'UPDATE provider_calls SET answer_sealed = NULL',
        `UPDATE verifications SET erased_at = now() WHERE status = 'completed'`,
        `UPDATE ${column} = 'left'`,
      ],
    ),
    [
      'the figures of all clients together are not the sum of theirs',
      `INSERT INTO figure_totals SELECT current_date, 'vehicle_check', 7, 7, 7, 0, 7, 0, 0, 0, 0, 0`,
    ],
    [
      'the turnarounds of all clients together are not the sum of theirs',
      `INSERT INTO turnaround_totals SELECT current_date, 'vehicle_check', 1, 7`,
    ],
    [
      'the running total of a client is not the sum of its days',
      `INSERT INTO running_totals (client_id, day, ${RUNNING_COUNTS.join(', ')})
       SELECT id, current_date, ${RUNNING_COUNTS.map(() => 7).join(', ')} FROM clients`,
    ],
    ['a consent chain is broken', 'UPDATE consent_evidence SET credits = credits + 1 WHERE evidence_no = 1'],
    ['the audit log is broken', `UPDATE audit_log SET target = 'another' WHERE entry_no = 1`],
  ];

  it('finds none in what the service wrote', async () => {
    expect(await foundAfter()).to.deep.equal([]);
  });

  for (const [meaning, ...statements] of cases) {
    it(`finds that ${meaning}: ${statements.at(-1)?.slice(0, 40)}`, async () => {
      expect(await foundAfter(...statements)).to.deep.equal([meaning]);
    });
  }
});
