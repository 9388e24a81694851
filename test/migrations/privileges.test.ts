import { expect } from 'chai';
import { AccessLog } from '../../api/access-log/access-log.js';
import { withClient } from '../../harness/with-client.js';
import { migrate } from '../../scripts/schema/migrate.js';
import type { Database } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { appendAudit } from '../../shared/evidence/append-audit.js';
import { acceptOne } from '../support/checks/submissions.js';
import { buildClient } from '../support/database/factories.js';
import { superuserUrlOf } from '../support/database/superuser.js';
import { useDatabase } from '../support/database/use-database.js';

/** What the processes may do with each table besides reading it, stated a second time: an entity's slip shows here. */
const PRIVILEGES: Readonly<Record<string, readonly string[]>> = {
  access_log: ['INSERT'],
  api_keys: ['INSERT', 'UPDATE'],
  approvals: ['INSERT', 'UPDATE'],
  audit_log: ['INSERT'],
  batch_rows: ['INSERT', 'UPDATE'],
  batches: ['INSERT', 'UPDATE'],
  checks: ['INSERT', 'UPDATE'],
  clients: ['INSERT', 'UPDATE'],
  client_logos: ['DELETE', 'INSERT', 'UPDATE'],
  consent_evidence: ['INSERT'],
  daily_figures: ['INSERT', 'UPDATE'],
  daily_turnarounds: ['INSERT', 'UPDATE'],
  database_histories: ['INSERT', 'UPDATE'],
  erasures: ['INSERT'],
  figure_positions: ['INSERT', 'UPDATE'],
  figure_totals: [],
  invitations: ['DELETE', 'INSERT', 'UPDATE'],
  known_devices: ['DELETE', 'INSERT', 'UPDATE'],
  late_findings: ['DELETE', 'INSERT'],
  ledger_checks: ['UPDATE'],
  ledger_checkpoints: ['INSERT', 'UPDATE'],
  log_state: ['INSERT', 'UPDATE'],
  log_tiles: ['INSERT', 'UPDATE'],
  log_spans: ['INSERT'],
  log_cursors: ['INSERT', 'UPDATE'],
  lost_requests: ['INSERT'],
  verified_restores: ['INSERT'],
  mails: ['DELETE', 'INSERT', 'UPDATE'],
  migrations: [],
  password_resets: ['DELETE', 'INSERT', 'UPDATE'],
  pdf_identity: ['INSERT', 'UPDATE'],
  provider_calls: ['INSERT', 'UPDATE'],
  replaced_api_keys: ['DELETE', 'INSERT'],
  review_notes: ['INSERT'],
  recovery_codes: ['DELETE', 'INSERT'],
  reviews: ['INSERT', 'UPDATE'],
  revoked_tokens: ['DELETE', 'INSERT'],
  running_totals: [],
  second_factors: ['DELETE', 'INSERT', 'UPDATE'],
  sessions: ['DELETE', 'INSERT', 'UPDATE'],
  spending: ['INSERT', 'UPDATE'],
  spending_limits: ['INSERT', 'UPDATE'],
  turnaround_totals: [],
  users: ['INSERT', 'UPDATE'],
  verifications: ['INSERT', 'UPDATE'],
  wallet_entries: ['INSERT'],
  wallets: ['INSERT', 'UPDATE'],
  webhook_deliveries: ['INSERT', 'UPDATE'],
  workers: ['INSERT', 'UPDATE'],
  webhook_endpoints: ['INSERT', 'UPDATE'],
  webhook_events: ['DELETE', 'INSERT', 'UPDATE'],
};

/** Tables whose rows must never change, with a column one might want to change. */
const APPEND_ONLY = {
  wallet_entries: 'amount',
  consent_evidence: 'purpose',
  audit_log: 'actor',
  access_log: 'act',
} as const;

describe('The role of the processes', () => {
  const database = useDatabase();
  let app: Database;
  let owner: Database;

  before(async () => {
    app = database.db;
    owner = await database.open({ url: database.ownerUrl });
    const client = await buildClient(app);
    await acceptOne(app, { clientId: client.id });
    await new AccessLog({ scoped: () => app }).record({
      clientId: client.id,
      actorKind: 'system',
      actorId: null,
      act: 'export',
      verificationId: null,
      channel: 'command',
      ipAddress: undefined,
    });
    await app.transaction((sql) =>
      appendAudit(sql, { actor: 'system', action: 'test.made', target: toPublicId('client', client.id) }),
    );
  });

  function failureOf(db: Database, statement: string): Promise<string> {
    return db.query(statement).then(
      () => 'no failure',
      (error: { code: string }) => error.code,
    );
  }

  it('has exactly the listed privileges on exactly these tables', async () => {
    const rows = await app.query<{ table: string; privileges: string[] }>(
      `SELECT c.relname::text AS table,
         array(SELECT acl.privilege_type::text FROM aclexplode(c.relacl) acl JOIN pg_roles r ON r.oid = acl.grantee
               WHERE r.rolname = current_user ORDER BY 1) AS privileges
       FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v', 'm', 'p')`,
    );
    const granted = Object.fromEntries(rows.map(({ table, privileges }) => [table, privileges]));
    const expected = Object.entries(PRIVILEGES).map(([table, rights]) => [
      table,
      [...rights, 'SELECT'].sort(),
    ]);
    expect(granted).to.deep.equal(Object.fromEntries(expected));
  });

  it('has no privilege by way of everybody, of other roles, or of owning anything', async () => {
    const [row] = await app.query<Record<string, boolean | number>>(
      `SELECT
         (SELECT count(*)::int FROM pg_class c, aclexplode(c.relacl) acl
          WHERE c.relnamespace = 'public'::regnamespace AND acl.grantee = 0) AS granted_to_everybody,
         (SELECT count(*)::int FROM pg_class WHERE relowner = current_user::regrole) AS owned,
         (SELECT count(*)::int FROM pg_auth_members WHERE member = current_user::regrole) AS memberships,
         (SELECT rolsuper OR rolcreatedb OR rolcreaterole OR rolbypassrls FROM pg_roles
          WHERE rolname = current_user) AS powerful,
         has_schema_privilege('public', 'CREATE') AS may_create,
         (SELECT count(*)::int FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef
            AND has_function_privilege(oid, 'EXECUTE')) AS acts_as_owner`,
    );
    expect(row).to.deep.equal({
      granted_to_everybody: 0,
      owned: 0,
      memberships: 0,
      powerful: false,
      may_create: false,
      acts_as_owner: 0,
    });
  });

  for (const [table, column] of Object.entries(APPEND_ONLY)) {
    for (const statement of [
      `UPDATE ${table} SET ${column} = ${column}`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
    ]) {
      it(`may not run ${statement}, and neither may the owner`, async () => {
        expect(await failureOf(app, statement), 'insufficient_privilege').to.equal('42501');
        expect(await failureOf(owner, statement), 'restrict_violation').to.equal('23001');
        expect(await app.query(`SELECT FROM ${table}`)).to.not.have.lengthOf(0);
      });
    }
  }

  it('may not empty anything by emptying what it refers to', async () => {
    for (const table of ['clients', 'verifications']) {
      expect(await failureOf(owner, `TRUNCATE ${table} CASCADE`)).to.equal('23001');
    }
  });

  for (const statement of [
    'DELETE FROM verifications',
    'DELETE FROM provider_calls',
    'DELETE FROM checks',
    'DELETE FROM wallets',
    'DELETE FROM users',
    'DROP TABLE verifications',
    'ALTER TABLE wallet_entries DISABLE TRIGGER ALL',
    'CREATE TABLE mine (id integer)',
    `INSERT INTO migrations (timestamp, name) VALUES (1, 'x')`,
    `SET session_replication_role = replica`,
  ]) {
    it(`may not run ${statement}`, async () => {
      expect(await failureOf(app, statement)).to.equal('42501');
    });
  }

  it('loses what it was granted beside the list when the migrations run again', async () => {
    await owner.query(`GRANT DELETE, TRUNCATE ON verifications TO ${new URL(database.url).username}`);
    await migrate({ ownerUrl: database.ownerUrl, appUrl: database.url });
    expect(await failureOf(app, 'DELETE FROM verifications WHERE false')).to.equal('42501');
  });

  it('may not act as the owner after a dump was restored without privileges, once the migrations have run', async () => {
    await owner.query('GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO PUBLIC');
    const actAsOwner = `CREATE TEMP TABLE mine AS SELECT FROM daily_turnarounds WITH NO DATA;
      CREATE TRIGGER mine AFTER INSERT ON mine REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION total_new_turnarounds();
      DROP TABLE mine`;
    const attempt = () =>
      withClient(database.url, (client) => client.query(actAsOwner)).then(
        () => 'no failure',
        (error: { code: string }) => error.code,
      );
    expect(await attempt()).to.equal('no failure');
    await migrate({ ownerUrl: database.ownerUrl, appUrl: database.url });
    expect(await attempt()).to.equal('42501');
  });

  it('is granted what it needs beside functions of somebody else, which are left as they are', async () => {
    await withClient(superuserUrlOf(database.url), async (superuser) => {
      await superuser.query(`CREATE FUNCTION theirs() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
        AS 'BEGIN RETURN NULL; END'`);
      await superuser.query('REVOKE ALL ON FUNCTION theirs() FROM PUBLIC');
      await superuser.query(`GRANT EXECUTE ON FUNCTION theirs() TO ${new URL(database.url).username}`);
    });
    await migrate({ ownerUrl: database.ownerUrl, appUrl: database.url });
    const allowed = `SELECT has_function_privilege('theirs()', 'EXECUTE') AS allowed`;
    const { rows } = await withClient(database.url, (client) => client.query(allowed));
    expect(rows).to.deep.equal([{ allowed: true }]);
  });

  it('needs no grant when it owns the schema itself', async () => {
    await migrate({ ownerUrl: database.ownerUrl });
    await withClient(database.ownerUrl, (client) => client.query('SELECT FROM verifications'));
  });
});
