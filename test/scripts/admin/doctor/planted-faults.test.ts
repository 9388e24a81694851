import { randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { examineAll, exitCodeOf } from '../../../../scripts/admin/doctor/examine-all.js';
import { SUBJECTS } from '../../../../scripts/admin/doctor/subjects.js';
import { seedDemo } from '../../../../scripts/seed-demo.js';
import { hashPassword } from '../../../../shared/accounts/passwords.js';
import { newId } from '../../../../shared/domain/ids.js';
import { superuserUrlOf } from '../../../support/database/superuser.js';
import { saying, startConnectProxy } from '../../../support/network/connect-proxy.js';
import { useRealNetwork } from '../../../support/network/real-network.js';
import { runAdmin } from '../../../support/processes/run-admin.js';
import { withClock } from '../../../support/time/wrong-clock.js';
import { isOld, LONG_MS, useDoctor } from './use-doctor.js';

describe('npm run admin -- doctor names the cause of', () => {
  const doctor = useDoctor();
  useRealNetwork();
  const { expectFault, expectWarning, asOwner, asSuperuser } = doctor;

  it('a PostgreSQL that forgets in a crash', () =>
    expectFault('durability', /^(?=.*fsync)(?=.*full_page_writes)(?=.*synchronous_commit).* off/)).timeout(
    LONG_MS,
  );

  it('a migration that is missing', async () => {
    await asOwner('DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations)');
    await expectFault('migrations', /^1 migrations are missing, the first is \w+/);
  }).timeout(LONG_MS);

  it('totals that are not the sums of the daily figures, and where', async () => {
    expect(await doctor.ask('figures')).to.include({ state: 'ok' });
    const client = newId();
    await asSuperuser(`SET session_replication_role = replica;
      INSERT INTO clients (id, name) VALUES ('${client}', 'Synthetic');
      INSERT INTO daily_figures SELECT '${client}', current_date, 'vehicle_check', 7, 7, 7, 0, 7, 0, 0, 0, 0, 0;
      INSERT INTO daily_turnarounds SELECT '${client}', current_date, 'vehicle_check', 1, 7`);
    await expectFault(
      'figures',
      /\(days compared: 1; clients, .*: 1\): figure_totals \([\d-]+, vehicle_check\), turnaround_totals \(.*, 1\), running_totals \(/,
    );
    await asSuperuser(`SET session_replication_role = replica;
      DELETE FROM daily_figures; DELETE FROM daily_turnarounds;
      INSERT INTO figure_totals SELECT current_date, 'vehicle_check', 7, 7, 7, 0, 7, 0, 0, 0, 0, 0`);
    await expectFault('figures', /: figure_totals \([\d-]+, vehicle_check\)$/);
  }).timeout(LONG_MS);

  it('daily figures that nobody adds up', async () => {
    const client = newId();
    await asSuperuser(`SET session_replication_role = replica;
      INSERT INTO clients (id, name) VALUES ('${client}', 'Synthetic');
      INSERT INTO wallets (client_id, balance, last_entry_no) VALUES ('${client}', 5, 1);
      INSERT INTO wallet_entries (client_id, entry_no, id, kind, amount, balance_delta, reserved_delta, balance_after,
        reserved_after, created_at)
      VALUES ('${client}', 1, '${client}', 'top_up', 5, 5, 0, 5, 0, now() - interval '20 minutes')`);
    await expectWarning('figures', /lack entries of 1 clients, the oldest 20 minutes old$/);
  }).timeout(LONG_MS);

  it('demo accounts in production, as long as the published password opens them', async () => {
    const production = { NODE_ENV: 'production' };
    await seedDemo({ databaseUrl: doctor.url, password: 'demo-password-1' });
    expect(await doctor.ask('demo_accounts')).to.include({ state: 'ok' });
    await expectFault(
      'demo_accounts',
      / opens admin@example\.test, client@example\.test, other@example\.test, support@example\.test$/,
      production,
    );
    await asOwner(`UPDATE users SET suspended = true WHERE email <> 'other@example.test'`);
    await expectFault('demo_accounts', / opens other@example\.test$/, production);
    const given = await hashPassword('a password of their own');
    await asOwner(`UPDATE users SET password_hash = '${given}'`);
    expect(await doctor.ask('demo_accounts', production)).to.include({ state: 'ok' });
  }).timeout(LONG_MS);

  it('a missing privilege, and one too many', async () => {
    const role = new URL(doctor.url).username;
    await asOwner(`REVOKE INSERT ON audit_log FROM ${role}`);
    await asOwner(`GRANT DELETE ON consent_evidence TO ${role}`);
    await expectFault(
      'grants',
      /lacks INSERT on audit_log; .*more than it needs: DELETE on consent_evidence$/,
    );
  }).timeout(LONG_MS);

  it('a database without tables, of which no privilege is known', async () => {
    await asOwner('DROP SCHEMA public CASCADE');
    await asOwner('CREATE SCHEMA public');
    await asOwner(`GRANT USAGE ON SCHEMA public TO ${new URL(doctor.url).username}`);
    await expectFault('grants', /^\d+ tables of this release are not there, the first is \w+/);
  }).timeout(LONG_MS);

  it('evidence keys that are none', () =>
    expectFault('evidence_keys', /^could not be checked: EVIDENCE_KEYS key 1 is not of the form/, {
      EVIDENCE_KEYS: 'hidden-word',
    })).timeout(LONG_MS);

  it('an evidence key that is used for something else, too', async () => {
    const key = randomBytes(32).toString('base64');
    const others = { ENCRYPTION_KEYS: `k:${key}`, INDEX_KEY: key, JWT_SECRETS: `j:${key}` };
    for (const [name, value] of Object.entries(others)) {
      await expectFault('evidence_keys', new RegExp(`: EVIDENCE_KEYS has a secret in common with ${name}`), {
        NODE_ENV: 'production',
        EVIDENCE_KEYS: `e:${key}`,
        [name]: value,
      });
    }
  }).timeout(LONG_MS);

  it('processes that sign in as a superuser', () =>
    expectFault('role', /is a superuser/, { DATABASE_URL: superuserUrlOf(doctor.url) })).timeout(LONG_MS);

  it('processes that sign in as the owner', () =>
    expectFault('role', /owns \w+ and \d+ more/, { DATABASE_URL: doctor.ownerUrl })).timeout(LONG_MS);

  it('row-level security that is off for one table, and warns when it is off for all', async () => {
    await asOwner('ALTER TABLE verifications DISABLE ROW LEVEL SECURITY');
    await expectFault('row_security', /for verifications$/);
    await asOwner(
      `DO $$ DECLARE one regclass; BEGIN FOR one IN SELECT DISTINCT polrelid FROM pg_policy LOOP
         EXECUTE format('ALTER TABLE %s NO FORCE ROW LEVEL SECURITY', one); END LOOP; END $$`,
    );
    await expectWarning('row_security', /^off everywhere/);
  }).timeout(LONG_MS);

  it('triggers that do not fire, of one table or in any session', async () => {
    expect(await doctor.ask('triggers')).to.include({ state: 'ok' });
    await asSuperuser('ALTER TABLE wallet_entries DISABLE TRIGGER ALL');
    await expectFault('triggers', /^some do not fire for wallet_entries$/);
    await asSuperuser('ALTER TABLE wallet_entries ENABLE TRIGGER ALL');
    const { pathname, username } = new URL(doctor.url);
    const sessions = `ALTER ROLE ${username} IN DATABASE ${pathname.slice(1)}`;
    await asSuperuser(`${sessions} SET session_replication_role = 'replica'`);
    await expectFault('triggers', /^session_replication_role is replica/);
    await asSuperuser(`${sessions} RESET session_replication_role`);
    expect(await doctor.ask('triggers')).to.include({ state: 'ok' });
  }).timeout(LONG_MS);

  it('a database that takes no writes', async () => {
    const { pathname, username } = new URL(doctor.url);
    const database = pathname.slice(1);
    await asSuperuser(
      `ALTER ROLE ${username} IN DATABASE ${database} SET default_transaction_read_only = on`,
    );
    await expectFault('postgresql', /read-only/);
  }).timeout(LONG_MS);

  it('a pool whose sessions lack what the processes would set, and warns of limits that they lack', async () => {
    const { pathname, username } = new URL(doctor.url);
    const role = `${username} IN DATABASE ${pathname.slice(1)}`;
    const pooled = { DATABASE_URL: `${doctor.url}?pgbouncer=true` };
    await asSuperuser(`ALTER ROLE ${role} SET datestyle = 'German'`);
    await expectFault('postgresql', /^its sessions have DateStyle = German, DMY$/, pooled);
    await asSuperuser(`ALTER ROLE ${role} SET datestyle = 'ISO'`);
    for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      await asSuperuser(`ALTER ROLE ${role} SET ${limit} = '5s'`);
    await expectWarning('postgresql', /^its sessions have lock_timeout = 0$/, pooled);
    await asSuperuser(`ALTER ROLE ${role} SET lock_timeout = '2s'`);
    const { state, found } = await doctor.ask('postgresql', pooled);
    expect(state === 'ok' || isOld(found), found).to.equal(true);
  }).timeout(LONG_MS);

  it('an order of texts that changed under the indexes', async () => {
    await asSuperuser(`UPDATE pg_database SET datcollversion = 'older' WHERE datname = current_database()`);
    await expectFault('collations', /from older to/);
  }).timeout(LONG_MS);

  it('a database that is a copy of the adopted one', async () => {
    await asOwner('UPDATE database_histories SET database_oid = database_oid + 1');
    await expectFault('history', /not adopted: nothing is called/);
  }).timeout(LONG_MS);

  it('backups that nobody restored, or not for long', async () => {
    await expectWarning('backup', /^no restored backup has ever been verified/);
    await asOwner(
      `INSERT INTO verified_restores (id, verified_at, reaches_to, held_back)
       VALUES (gen_random_uuid(), now() - interval '9 days', now() - interval '10 days', 0)`,
    );
    await expectWarning('backup', /verified 9 days ago, at .*; it contained everything up to /);
  }).timeout(LONG_MS);

  it('requests that were lost', async () => {
    await asOwner(
      `INSERT INTO lost_requests (id, history_id, acknowledged_at)
       SELECT gen_random_uuid(), id, now() FROM database_histories`,
    );
    await expectWarning('lost_requests', /^1 acknowledged requests were found to be lost/);
  }).timeout(LONG_MS);

  it('a wrong password, of the database and of Redis, and tells neither', async () => {
    const [databaseUrl, redisUrl] = [new URL(doctor.url), new URL(doctor.redisUrl)];
    databaseUrl.password = 'hidden-word';
    redisUrl.password = 'hidden-word';
    const wrong = { DATABASE_URL: databaseUrl.href, REDIS_URL: redisUrl.href };
    const findings = await examineAll({ ...doctor.environment(), ...wrong });
    const found = (subject: string) => findings.find((one) => one.subject === subject)?.found;
    expect(found('postgresql')).to.include(databaseUrl.host).and.include('28P01');
    expect(found('redis')).to.include(redisUrl.host).and.include('WRONGPASS');
    expect(JSON.stringify(findings)).not.to.include('hidden-word');
    expect(exitCodeOf(findings, false)).to.equal(1);
  }).timeout(LONG_MS);

  it('an environment without addresses', () =>
    expectFault('grants', /DATABASE_URL is not set/, { DATABASE_URL: '' })).timeout(LONG_MS);

  it('the CA of a server that is not where the variable says', async () => {
    await expectFault('postgresql', /DATABASE_CA_FILE names a file that cannot be read/, {
      DATABASE_CA_FILE: '/nowhere/ca.pem',
    });
    await expectFault('redis', /REDIS_CA_FILE names a file that cannot be read/, {
      REDIS_CA_FILE: '/nowhere/ca.pem',
    });
  }).timeout(LONG_MS);

  it('a provider that refuses connections', () =>
    expectFault('provider', /^127\.0\.0\.1:1 cannot be reached: nothing listens there/, {
      PROVIDER_URL: 'http://127.0.0.1:1',
    })).timeout(LONG_MS);

  it('an address of the provider that is none', () =>
    expectFault('provider', /PROVIDER_URL must be a URL that starts with https:\/\//, {
      PROVIDER_URL: 'provider.example.test',
    })).timeout(LONG_MS);

  it('a proxy that does not let the provider be reached', async () => {
    const proxy = await startConnectProxy();
    proxy.behave(saying('HTTP/1.1 407 Who are you\r\n\r\n'));
    const PROVIDER_URL = 'https://provider.example.test';
    await expectFault('provider', /through the proxy 127\.0\.0\.1:\d+: the proxy requires a different user/, {
      PROVIDER_URL,
      HTTPS_PROXY: proxy.url,
    });
    await proxy.close();
  }).timeout(LONG_MS);

  it('paid answers that were set aside', async () => {
    writeFileSync(join(doctor.spool, 'x.settlement.set-aside'), '');
    await expectFault('spool', /^1 paid answers .* set aside/);
  }).timeout(LONG_MS);

  it('a folder of paid answers that takes none, without leaving anything in it', async () => {
    expect(await doctor.ask('spool')).to.include({ state: 'ok' });
    expect(readdirSync(doctor.spool)).to.deep.equal([]);
    // Root may write everywhere but to a file system that has no files.
    const changed = { SPOOL_DIR: '/proc/self/fdinfo' };
    await expectFault('spool', /^SPOOL_DIR \(.*\) cannot be used: .* \(\w+\)$/, changed);
  }).timeout(LONG_MS);

  it('clocks that differ, as a process: one line a subject, and it ends with 1', async () => {
    const variables = { ...doctor.environment(), ...withClock(-3_600_000) };
    const { code, output } = await runAdmin(doctor.url, ['doctor'], variables);
    expect(code, output).to.equal(1);
    expect(output).to.match(
      /^fault {4}clocks +PostgreSQL is 36\d\d\.\d s ahead of this machine.* → restart the time/m,
    );
    expect(output.trim().split('\n')).to.have.length(Object.keys(SUBJECTS).length);
  }).timeout(LONG_MS);
});
