import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type pg from 'pg';
import { withClient } from '../../harness/with-client.js';
import { migrations } from '../../migrations/index.js';
import { WRONG_TOTALS } from '../../scripts/admin/doctor/wrong-totals.js';
import { migrate } from '../../scripts/schema/migrate.js';
import { ADVISORY_LOCKS } from '../../shared/db/advisory-locks.js';
import { newId } from '../../shared/domain/ids.js';
import { testSideOf } from '../../shared/domain/mode.js';
import { addDailyRows } from '../support/database/daily-rows.js';
import { runOnly } from '../support/database/run-migrations.js';
import { createEmptyDatabase } from '../support/database/superuser.js';

/** The first of the migrations that total the daily figures. */
const FIRST = migrations.findIndex(({ name }) => name.startsWith('CreateFigureTotals'));

describe('Daily figures, over an update', function () {
  this.timeout(60_000);

  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let clients: string[];
  beforeEach(async () => {
    database = await createEmptyDatabase();
    await runOnly(database.ownerUrl, migrations.slice(0, FIRST));
    const live = [newId(), newId(), newId()];
    clients = [...live, ...live.map(testSideOf)];
    await withClient(database.ownerUrl, async (owner) => {
      for (const id of live)
        await owner.query(`INSERT INTO clients (id, name) VALUES ($1, 'Synthetic')`, [id]);
      for (const id of live)
        await owner.query(
          `INSERT INTO clients (id, name, mode, live_client_id) VALUES ($1, 'Synthetic', 'test', $2)`,
          [testSideOf(id), id],
        );
      for (let day = 0; day < 20; day += 1) await addDailyRows(owner, clients);
    });
  });
  afterEach(() => database.drop());

  async function expectTotals(owner: pg.Client): Promise<void> {
    for (const [meaning, query] of Object.entries(WRONG_TOTALS))
      expect((await owner.query(query)).rows, meaning).to.deep.equal([]);
    const { rows } = await owner.query(
      'SELECT count(*)::int AS days, count(DISTINCT client_id)::int AS clients FROM running_totals',
    );
    expect(rows[0].days, 'of 41, drawn at random').to.be.greaterThan(10);
    expect(rows[0].clients, 'test sides have none').to.equal(3);
  }

  it('are totalled, those that were there too', async () => {
    await migrate({ ownerUrl: database.ownerUrl });
    await withClient(database.ownerUrl, async (owner) => {
      await expectTotals(owner);
      await addDailyRows(owner, clients);
      await expectTotals(owner);
    });
  });

  it('are totalled anew by the statements of the runbook, while pages are read', async () => {
    await migrate({ ownerUrl: database.ownerUrl });
    const [, statements = ''] =
      /^## Totals of the figures\n.*?```sql\n(.*?)```/ms.exec(readFileSync('docs/runbook.md', 'utf8')) ?? [];
    await withClient(database.ownerUrl, async (owner) => {
      await owner.query(`ALTER TABLE daily_figures DISABLE TRIGGER USER; ALTER TABLE daily_turnarounds DISABLE TRIGGER USER;
        DELETE FROM daily_figures WHERE submitted % 2 = 0`);
      await addDailyRows(owner, clients);
      await owner.query(
        `ALTER TABLE daily_figures ENABLE TRIGGER USER; ALTER TABLE daily_turnarounds ENABLE TRIGGER USER`,
      );
      await owner.query(statements.replace('COMMIT;', ''));
      await withClient(database.ownerUrl, async (page) => {
        expect((await page.query('SELECT FROM figure_totals')).rows).to.not.be.empty;
      });
      await owner.query('COMMIT');
      await expectTotals(owner);
    });
  });

  it('are totalled while workers of the release before add to them, and again at any time', async () => {
    await runOnly(database.ownerUrl, migrations.slice(0, FIRST + 1));
    let filling = true;
    const adding = Array.from({ length: 3 }, () =>
      withClient(database.ownerUrl, async (worker) => {
        while (filling) await addDailyRows(worker, clients);
      }),
    );
    try {
      await runOnly(database.ownerUrl, migrations.slice(0, FIRST + 3));
      for (let again = 0; again < 5; again += 1) {
        await withClient(database.ownerUrl, (owner) =>
          owner.query(`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.figureTotals});
            UPDATE figure_totals SET submitted = 7; UPDATE running_totals SET credits = 7;
            DELETE FROM migrations WHERE name LIKE 'FillFigureTotals%'`),
        );
        await runOnly(database.ownerUrl, migrations.slice(0, FIRST + 3));
      }
    } finally {
      filling = false;
      await Promise.all(adding);
    }
    await withClient(database.ownerUrl, expectTotals);
  });
});
