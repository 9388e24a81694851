import { expect } from 'chai';
import { acceptVerifications } from '../../shared/acceptance/accept-verifications.js';
import { type Database, openDatabase } from '../../shared/db/database.js';
import { newId } from '../../shared/domain/ids.js';
import { moveClientCredits } from '../../shared/ledger/move-client-credits.js';
import { buildSubmission } from '../support/checks/submissions.js';
import { createDatabaseOfLocale, type LocalisedDatabase } from '../support/database/database-of-locale.js';
import { buildClient, buildUser } from '../support/database/factories.js';

/** Texts that differ only in the case of their letters, which locales order differently. */
const KEYS = Array.from({ length: 200 }, (_, index) =>
  [...'ordernumber']
    .map((letter, place) => ((index >> place) % 2 === 0 ? letter : letter.toUpperCase()))
    .join(''),
);
const ADDRESSES = KEYS.map(
  (key) => `${[...key].map((letter) => (letter < 'a' ? '-' : letter)).join('')}@example.test`,
);

describe('A database that sorts as people do, whose order changes under its indexes', function () {
  this.timeout(60_000);

  let database: LocalisedDatabase;
  beforeEach(async () => {
    database = await createDatabaseOfLocale('en-US');
  });
  afterEach(() => database.drop());

  /** Connections of newly started processes, as after an image update. */
  async function withProcesses<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const db = await openDatabase({
      url: database.url,
      applicationName: 'test',
      scope: 'operator',
      poolSize: 2,
      lookUpsOnly: true,
    });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  }

  it('takes no key of a verification twice', async () => {
    const submissions = await withProcesses(async (db) => {
      const { id: clientId } = await buildClient(db, { balance: 100_000 });
      const first = KEYS.map((idempotencyKey) => buildSubmission({ clientId, idempotencyKey }));
      for (const submission of first) await acceptVerifications(db, [submission]);
      return first;
    });
    await database.changeLocale('en-US-u-kf-upper-ka-shifted');
    const kinds = await withProcesses(async (db) => {
      const again = submissions.map(({ clientId, idempotencyKey }) =>
        buildSubmission({ clientId, idempotencyKey }),
      );
      const found = [];
      for (const submission of again) found.push(...(await acceptVerifications(db, [submission])));
      return found.map(({ kind }) => kind);
    });
    expect(kinds.filter((kind) => kind !== 'replay')).to.deep.equal([]);
  });

  it('takes no key of a credit move and no e-mail address twice', async () => {
    const move = (clientId: string, idempotencyKey: string) =>
      ({ clientId, entryId: newId(), amount: 1, note: 'Synthetic', idempotencyKey }) as const;
    const clientId = await withProcesses(async (db) => {
      const client = await buildClient(db);
      for (const key of KEYS)
        await db.transaction((sql) => moveClientCredits(sql, move(client.id, key), { actor: 'system' }));
      for (const email of ADDRESSES) await buildUser(db, { clientId: client.id, email });
      return client.id;
    });
    await database.changeLocale('en-US-u-kf-upper-ka-shifted');
    await withProcesses(async (db) => {
      for (const key of KEYS) {
        const result = await db.transaction((sql) =>
          moveClientCredits(sql, move(clientId, key), { actor: 'system' }),
        );
        expect(result.kind, key).to.equal('replay');
      }
      for (const email of ADDRESSES) {
        const [taken] = await db.query<{ count: number }>(
          `WITH new AS (INSERT INTO users (id, client_id, email, password_hash, role)
             VALUES ($1, $2, $3, 'x', 'client') ON CONFLICT DO NOTHING RETURNING id)
           SELECT count(*)::int AS count FROM new`,
          [newId(), clientId, email],
        );
        expect(taken?.count, email).to.equal(0);
      }
    });
  });

  it('has an index by bytes for every text that identifies something', async () => {
    const rows = await withProcesses((db) =>
      db.query<{ name: string; columns: string; by_bytes: boolean }>(
        `SELECT i.indexrelid::regclass::text AS name, i.indrelid::regclass || ' ' || i.indkey::text || coalesce(pg_get_expr(i.indpred, i.indrelid), '') AS columns,
           bool_and(c.collname IN ('C', 'POSIX')) AS by_bytes
         FROM pg_index i JOIN unnest(i.indcollation) AS used (oid) ON used.oid <> 0 JOIN pg_collation c ON c.oid = used.oid
         WHERE i.indisunique AND i.indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
         GROUP BY i.indexrelid, i.indkey, i.indpred, i.indrelid`,
      ),
    );
    expect(rows.filter(({ by_bytes }) => by_bytes).map(({ name }) => name)).to.have.members([
      'approvals_open_credits',
      'daily_figures_pkey',
      'daily_turnarounds_pkey',
      'figure_totals_pkey',
      'invitations_open_key',
      'log_spans_pkey',
      'spending_pkey',
      'turnaround_totals_pkey',
      'users_email_bytes',
      'verifications_idempotency_key',
      'wallet_entries_key_bytes',
      'workers_pkey',
    ]);
    const covered = new Set(rows.filter(({ by_bytes }) => by_bytes).map(({ columns }) => columns));
    expect(rows.filter(({ columns }) => !covered.has(columns))).to.deep.equal([]);
  });
});
