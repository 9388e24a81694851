import { expect } from 'chai';
import type pg from 'pg';
import { withClient, withoutScope } from '../../harness/with-client.js';
import { SCOPE_CLIENTS } from '../../migrations/row-policies.js';
import { migrate } from '../../scripts/schema/migrate.js';
import type { Database, Sql } from '../../shared/db/database.js';
import { warnWhenUnbound } from '../../shared/db/row-security.js';
import { beginIn, ofClient, type Scope } from '../../shared/db/scope.js';
import { newId } from '../../shared/domain/ids.js';
import { createLogger } from '../../shared/logger.js';
import { addDailyRows } from '../support/database/daily-rows.js';
import { buildClient, buildUser, buildVerification } from '../support/database/factories.js';
import { createEmptyDatabase, superuserUrlOf } from '../support/database/superuser.js';
import { useDatabase } from '../support/database/use-database.js';

/** Tables without clients' rows, with the reason. Every other table has policies. */
const OPEN: Readonly<Record<string, string>> = {
  migrations: 'names of migrations',
  revoked_tokens: 'ids of tokens that are dead',
  ledger_checks: 'one row of figures',
  audit_log: 'one chain over everybody, to which every act appends; only admins have a way to read it',
  database_histories: 'which server the database has been on',
  workers: 'which workers live',
  log_state: 'the head of the log',
  pdf_identity: 'the key and certificate of PDF reports, sealed',
  log_tiles: 'hashes that name nobody; whose they are stands in log_spans',
  verified_restores: 'when backups were restored and found whole',
  lost_requests: 'ids of requests that a switch of the database lost, without a word of whose',
};

describe('Row-level security', () => {
  const database = useDatabase();
  let ours: { id: string };
  let theirs: { id: string };

  before(async () => {
    ours = await buildClient(database.db);
    theirs = await buildClient(database.db);
    for (const { id } of [ours, theirs]) {
      await buildUser(database.db, { clientId: id });
      await buildVerification(database.db, { clientId: id, status: 'completed' });
    }
  });

  /** With the role of api and worker. */
  async function as<T>(scope: Scope | undefined, work: (app: pg.Client) => Promise<T>): Promise<T> {
    return withoutScope(database.url, async (app) => {
      await app.query(scope === undefined ? 'BEGIN' : beginIn(scope));
      return work(app);
    });
  }

  async function tables(db: Database): Promise<{ name: string; forced: boolean; client: boolean }[]> {
    return db.query(
      `SELECT relname::text AS name, relrowsecurity AND relforcerowsecurity
           AND EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid) AS forced,
         EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'client_id') AS client
       FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`,
    );
  }

  async function warningsOf(sql: Sql): Promise<string[]> {
    const lines: string[] = [];
    const logger = createLogger(
      { process: 'api', level: 'info' },
      { write: (line: string) => void lines.push(line) },
    );
    await warnWhenUnbound(sql, logger);
    return lines;
  }

  it('is forced, with policies, on every table but those that hold nothing of a client', async () => {
    const all = await tables(database.db);
    expect(all.filter(({ forced }) => !forced).map(({ name }) => name)).to.have.members(Object.keys(OPEN));
    expect(all.filter(({ client, forced }) => client && !forced)).to.deep.equal([]);
    expect(all.filter(({ client }) => client)).to.have.lengthOf.at.least(11);
  });

  it('shows nothing to the role of the processes without a scope', async () => {
    for (const { name } of (await tables(database.db)).filter(({ forced }) => forced)) {
      const rows = await as(undefined, (app) => app.query(`SELECT FROM ${name}`));
      expect(rows.rowCount, name).to.equal(0);
    }
  });

  it('lets it write nothing without a scope', async () => {
    const failure = await as(undefined, (app) =>
      app.query(`INSERT INTO clients (id, name) VALUES ($1, 'x')`, [newId()]).catch(({ code }) => code),
    );
    expect(failure, 'insufficient_privilege').to.equal('42501');
    const changed = await as(undefined, (app) => app.query('UPDATE wallets SET balance = balance + 1'));
    expect(changed.rowCount).to.equal(0);
  });

  it('binds the owner like everybody else', async () => {
    const rows = await withoutScope(database.ownerUrl, (owner) => owner.query('SELECT FROM verifications'));
    expect(rows.rowCount).to.equal(0);
  });

  for (const scope of ['', 'x', '{}', '{not an id}', 'staff,worker']) {
    it(`shows nothing to the scope '${scope}'`, async () => {
      const count = await withoutScope(database.url, async (app) => {
        await app.query(`SELECT set_config('app.scope', $1, false)`, [scope]);
        return app.query('SELECT FROM verifications').then(
          ({ rowCount }) => rowCount,
          ({ code }) => code,
        );
      });
      expect(count).to.be.oneOf([0, '22P02']);
    });
  }

  it('shows a client its own rows, whatever is asked for', async () => {
    const seen = await as(ofClient(ours.id), (app) =>
      app.query('SELECT DISTINCT client_id FROM verifications'),
    );
    expect(seen.rows).to.deep.equal([{ client_id: ours.id }]);
    const names = await as(ofClient(ours.id), (app) => app.query('SELECT id FROM clients'));
    expect(names.rows).to.deep.equal([{ id: ours.id }]);
  });

  it('shows the rows of all clients of a batch, and no others', async () => {
    const third = await buildClient(database.db);
    const clients = [ours.id, theirs.id];
    const seen = await as({ clients }, (app) => app.query('SELECT client_id FROM wallets'));
    expect(seen.rows.map(({ client_id }) => client_id))
      .to.have.members(clients)
      .and.not.include(third.id);
  });

  for (const [what, statement] of Object.entries({
    insert: `INSERT INTO erasures (id, client_id) VALUES (gen_random_uuid(), $1)`,
    'move of a row': `UPDATE api_keys SET client_id = $1`,
  })) {
    it(`refuses the ${what} that would make it another client's`, async () => {
      await database.db.query(
        `INSERT INTO api_keys (id, client_id, name, prefix, key_hash, created_by)
         SELECT gen_random_uuid(), client_id, 'x', 'x', sha256(id::text::bytea), id FROM users
         WHERE client_id = $1 ON CONFLICT DO NOTHING`,
        [ours.id],
      );
      const failure = await as(ofClient(ours.id), (app) =>
        app.query(statement, [theirs.id]).then(
          () => 'no failure',
          ({ code }) => code,
        ),
      );
      expect(failure, 'insufficient_privilege').to.equal('42501');
    });
  }

  it('leaves foreign keys as they are: what they refer to need not be of the scope', async () => {
    const { id: author } = await buildUser(database.db, { clientId: null });
    const noted = await as('worker', (app) =>
      app.query(
        `INSERT INTO review_notes (id, verification_id, author_id, kind, text_sealed)
         SELECT gen_random_uuid(), id, $1, 'note', '' FROM verifications LIMIT 1`,
        [author],
      ),
    );
    expect(noted.rowCount).to.equal(1);
  });

  it('lets sign-in look up accounts and nothing else, and change nothing', async () => {
    const of = (statement: string) => as('sign_in', (app) => app.query(statement));
    expect((await of('SELECT FROM users')).rowCount).to.be.greaterThan(0);
    expect((await of('SELECT FROM verifications')).rowCount).to.equal(0);
    expect((await of('SELECT FROM wallets')).rowCount).to.equal(0);
    expect((await of('UPDATE users SET suspended = true')).rowCount).to.equal(0);
  });

  it('shows no account to the workers', async () => {
    for (const table of ['users', 'api_keys']) {
      expect((await as('worker', (app) => app.query(`SELECT FROM ${table}`))).rowCount, table).to.equal(0);
    }
  });

  it('shows the totals of all clients to staff, and no client even its own', async () => {
    await withClient(database.ownerUrl, async (owner) => {
      for (let count = 0; count < 20; count += 1) await addDailyRows(owner, [ours.id, theirs.id]);
    });
    for (const table of ['figure_totals', 'turnaround_totals', 'running_totals']) {
      const seen = async (scope: Scope) =>
        (await as(scope, (app) => app.query(`SELECT FROM ${table}`))).rowCount;
      expect(await seen('staff'), table).to.be.greaterThan(0);
      expect([await seen(ofClient(ours.id)), await seen('sign_in'), await seen('mail')]).to.deep.equal([
        0, 0, 0,
      ]);
    }
  });

  it('works the scope out once a statement, and not once a row', async () => {
    const plan = await as(ofClient(ours.id), (app) => app.query('EXPLAIN SELECT FROM verifications'));
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).to.match(/InitPlan/);
    expect(text).to.not.match(/Filter: .*current_setting/);
    expect(SCOPE_CLIENTS).to.match(/^\(SELECT/);
  });

  it('asks no purpose whether a client sees its own rows', async () => {
    const reads = { verifications: ours.id, users: ours.id, clients: ours.id };
    for (const [table, id] of Object.entries(reads)) {
      const own = `SELECT FROM ${table} WHERE ${table === 'clients' ? 'id' : 'client_id'} = '${id}'`;
      const plan = await as(ofClient(ours.id), (app) => app.query(`EXPLAIN (ANALYZE, COSTS off) ${own}`));
      const lines: string[] = plan.rows.map((row) => row['QUERY PLAN']);
      const ran = lines.filter((line) => /Result \(actual/.test(line));
      expect(ran, lines.join('\n')).to.have.lengthOf(1);
      expect(lines.filter((line) => line.includes('InitPlan')).length, table).to.be.greaterThan(1);
    }
  });

  it('is turned off and on for every table by whoever upgrades', async () => {
    const options = { ownerUrl: database.ownerUrl, appUrl: database.url };
    expect(await migrate({ ...options, rowSecurity: 'off' })).to.deep.equal({ rowSecurity: false });
    expect(await warningsOf(database.db)).to.have.lengthOf(1);
    const seen = await as(undefined, (app) => app.query('SELECT FROM wallets'));
    expect(seen.rowCount, 'as the release before expects').to.be.greaterThan(1);
    // As at every later start of an installation with clients.
    expect(await migrate(options)).to.deep.equal({ rowSecurity: false });
    expect(await migrate({ ...options, rowSecurity: 'on' })).to.deep.equal({ rowSecurity: true });
    expect(await migrate(options)).to.deep.equal({ rowSecurity: true });
    expect(await warningsOf(database.db)).to.have.lengthOf(0);
    expect((await tables(database.db)).filter(({ forced }) => !forced)).to.have.length(
      Object.keys(OPEN).length,
    );
  });

  it('comes to a table of a later release by itself, and goes on where it died', async () => {
    const options = { ownerUrl: database.ownerUrl, appUrl: database.url };
    await withoutScope(database.ownerUrl, async (owner) => {
      await owner.query('ALTER TABLE webhook_events NO FORCE ROW LEVEL SECURITY, DISABLE ROW LEVEL SECURITY');
    });
    await migrate(options);
    expect((await tables(database.db)).find(({ name }) => name === 'webhook_events')?.forced).to.equal(true);
  });

  it('does not bind a superuser, who is told so', async () => {
    const superuser = await database.open({ url: superuserUrlOf(database.url), poolSize: 1 });
    expect((await warningsOf(superuser))[0]).to.include('BYPASSRLS');
  });

  it('says nothing about a schema that is not there yet', async () => {
    const empty = await createEmptyDatabase();
    try {
      expect(await warningsOf(await database.open({ url: empty.url, poolSize: 1 }))).to.deep.equal([]);
    } finally {
      await empty.drop();
    }
  });
});
