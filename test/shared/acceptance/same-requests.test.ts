import { expect } from 'chai';
import { PlanRecorder } from '../../../harness/plan-recorder.js';
import { withClient } from '../../../harness/with-client.js';
import {
  DUPLICATE_COLUMNS,
  type DuplicateRow,
  findDuplicates,
} from '../../../shared/acceptance/find-duplicates.js';
import type { Submission } from '../../../shared/acceptance/submission.js';
import { acceptOne, buildSubmission, type SubmissionOverrides } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { superuserUrlOf } from '../../support/database/superuser.js';
import { useDatabase } from '../../support/database/use-database.js';

const SETTLED = {
  status: 'completed',
  outcome: 'positive',
  label: 'Settled',
  credits_reserved: 0,
  credits_charged: 5,
};

interface Kind {
  what: string;
  /** What is asked for, among the many. */
  asked?: Partial<SubmissionOverrides>;
  many?: Partial<SubmissionOverrides>;
  /** How the many are stored. */
  as?: Readonly<Record<string, unknown>>;
  daysAgo?: number;
  found: number;
}

const ANNA = { serviceCode: 'aml_screening', subjectType: 'name', subject: 'Anna Example' } as const;

const KINDS: readonly Kind[] = [
  { what: 'open ones', found: 5 },
  { what: 'completed ones', as: SETTLED, found: 5 },
  { what: 'ones completed before the days that count', as: SETTLED, daysAgo: 40, found: 0 },
  { what: 'ones of another service', asked: { serviceCode: 'alive_status' }, found: 0 },
  { what: 'other spellings of a name', many: ANNA, asked: { ...ANNA, subject: 'ANNA EXAMPLE' }, found: 5 },
];

// It runs in the transaction that accepts the requests of many clients together.
describe('the search for duplicates of one request', () => {
  for (const { what, many, asked, as = {}, daysAgo = 0, found } of KINDS) {
    it(`reads no more among 5 000 ${what} than among 500`, async () => {
      const [few, all] = [await lookAmong(500), await lookAmong(5_000)];
      expect(all.rows).to.have.length(found);
      expect(all.pages, `${few.pages} pages before`).to.be.at.most(few.pages + 10);
    }).timeout(60_000);

    async function lookAmong(count: number) {
      const { id: clientId } = await buildClient(database.db, { balance: 1_000 });
      const first = await acceptOne(database.db, { clientId, ...many });
      await repeat(first, count, as, daysAgo);
      return look(buildSubmission({ clientId, ...many, ...asked }));
    }
  }

  const database = useDatabase();

  /** Stores the same request over and over, each a second older than the one before. */
  function repeat(
    { verificationId }: Submission,
    count: number,
    as: Readonly<Record<string, unknown>>,
    daysAgo: number,
  ): Promise<void> {
    return withClient(superuserUrlOf(database.url), async (client) => {
      await client.query('SET session_replication_role = replica');
      await client.query(
        `INSERT INTO verifications SELECT other.* FROM verifications v CROSS JOIN generate_series(1, $2::integer) AS n
         CROSS JOIN LATERAL (SELECT now() - $4 * interval '1 day' - n * interval '1 second' AS at) AS past
         CROSS JOIN LATERAL jsonb_populate_record(v, $3::jsonb || jsonb_build_object('id', gen_random_uuid(),
           'idempotency_key', 'same-' || n, 'created_at', at,
           'completed_at', CASE WHEN $3::jsonb ? 'outcome' THEN at END)) AS other WHERE v.id = $1`,
        [verificationId, count, JSON.stringify(as), daysAgo],
      );
      await client.query('DELETE FROM verifications WHERE id = $1', [verificationId]);
      await client.query('VACUUM ANALYZE verifications');
    });
  }

  async function look({ subject, ...submission }: Submission<never>) {
    const db = await database.open({ poolSize: 1, lookUpsOnly: true });
    const recorder = new PlanRecorder(db);
    const asked = { ...submission, subjectHash: subject.hash, nameHash: subject.nameHash, days: 30 };
    const rows = await findDuplicates<DuplicateRow>(recorder, [asked], DUPLICATE_COLUMNS, 5);
    return { rows, pages: recorder.plans.reduce((sum, { pages }) => sum + pages, 0) };
  }
});
