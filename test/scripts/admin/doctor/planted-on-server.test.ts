import { expect } from 'chai';
import { startOwnDatabase } from '../../../../harness/own-database.js';
import { waitFor } from '../../../../harness/wait-for.js';
import { withClient } from '../../../../harness/with-client.js';
import { exitCodeOf } from '../../../../scripts/admin/doctor/examine-all.js';
import type { Finding } from '../../../../scripts/admin/doctor/judgement.js';
import { urlOfDatabase } from '../../../../scripts/embedded/service-database.js';
import { runAdmin } from '../../../support/processes/run-admin.js';
import { isOld, LONG_MS, useDoctor } from './use-doctor.js';

describe('npm run admin -- doctor, on a PostgreSQL of its own', () => {
  const doctor = useDoctor();
  let own: Awaited<ReturnType<typeof startOwnDatabase>>;

  before(async function () {
    this.timeout(LONG_MS);
    own = await startOwnDatabase();
  });
  after(() => own.server.remove());

  const onServer = (statement: string) => withClient(own.server.url, (client) => client.query(statement));
  const onDatabase = (statement: string) => withClient(superuserUrl(), (client) => client.query(statement));
  const superuserUrl = () => urlOfDatabase(own.server.url, new URL(own.database.url).pathname.slice(1));
  const here = () => ({ DATABASE_URL: own.database.url });

  function waitForFault(subject: string): Promise<true> {
    return waitFor(async () => (await doctor.ask(subject, here())).state === 'fault', {
      timeoutMs: LONG_MS / 2,
      describe: `${subject} is a fault`,
    });
  }

  it('finds no fault where there is none, and warns of what a test server does not have', async () => {
    const { DATABASE_URL, ...rest } = { ...doctor.environment(), ...here() };
    const { code, output } = await runAdmin(DATABASE_URL, ['doctor', '--json'], rest);
    expect(code, output).to.equal(0);
    const findings = JSON.parse(output) as Finding[];
    // The tests may run on an old Node.js or PostgreSQL, and no worker has told the witness about this database.
    const warned = findings.filter(({ state, found }) => state !== 'ok' && !isOld(found));
    expect(warned.map(({ subject }) => subject)).to.deep.equal([
      'replication',
      'archive',
      'backup',
      'history',
      'evidence_keys',
    ]);
    expect(exitCodeOf(findings, true)).to.equal(1);
  }).timeout(LONG_MS);

  it('names a role whose commits are not waited for', async () => {
    const role = new URL(own.database.url).username;
    await onServer(`ALTER ROLE ${role} SET synchronous_commit = off`);
    await doctor.expectFault('durability', /^synchronous_commit is off/, here());
    await onServer(`ALTER ROLE ${role} RESET synchronous_commit`);
  }).timeout(LONG_MS);

  it('names what DURABILITY=standby demands and the server does not do', async () => {
    const standby = { ...here(), DURABILITY: 'standby' };
    await doctor.expectFault(
      'durability',
      /^synchronous_standby_names is empty \(name the standbys .*\): a dispatch marker may be lost/,
      standby,
    );
    const role = new URL(own.database.url).username;
    await onServer(`ALTER ROLE ${role} SET synchronous_commit = local`);
    try {
      await doctor.expectFault('durability', /^synchronous_commit is local \(set it to on/, standby);
    } finally {
      await onServer(`ALTER ROLE ${role} RESET synchronous_commit`);
    }
  }).timeout(LONG_MS);

  it('names a slot that nobody uses, and a standby that commits wait for and that is not there', async () => {
    await onServer(`SELECT pg_create_physical_replication_slot('forgotten', true)`);
    await doctor.expectWarning('replication', /slot forgotten is unused and retains \d+ MB/, here());
    await onServer(`ALTER SYSTEM SET synchronous_standby_names = 'absent'`);
    await onServer('SELECT pg_reload_conf()');
    try {
      await waitForFault('replication');
      await doctor.expectFault('replication', /commits wait for .*\(absent\)/, here());
    } finally {
      await onServer('ALTER SYSTEM RESET synchronous_standby_names');
      await onServer('SELECT pg_reload_conf()');
    }
  }).timeout(LONG_MS);

  it('warns of dead rows that an open transaction keeps, and says whose it is to a role that may know', async () => {
    await withClient(superuserUrl(), async (client) => {
      await client.query('CREATE TABLE churned (id integer)');
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      await client.query('SELECT FROM churned');
      await onDatabase('INSERT INTO churned SELECT generate_series(1, 30000)');
      await onDatabase('DELETE FROM churned');
      await doctor.expectWarning('dead_rows', /^30000 dead rows of churned beside 0 .* cannot see$/, here());
      await onServer(`GRANT pg_read_all_stats TO ${new URL(own.database.url).username}`);
      const isNamed = async () =>
        / held by the transaction of \w+ \(.*, pid \d+\)/.test((await doctor.ask('dead_rows', here())).found);
      await waitFor(isNamed, { timeoutMs: LONG_MS / 2, describe: 'the holder is named' });
      await client.query('ROLLBACK');
      await client.query('VACUUM churned');
    });
    await waitFor(async () => (await doctor.ask('dead_rows', here())).state === 'ok', {
      timeoutMs: LONG_MS / 2,
      describe: 'nothing is left of them',
    });
  }).timeout(LONG_MS);

  it('names an archive that fails', async () => {
    await onServer('ALTER SYSTEM SET archive_mode = on');
    await onServer(`ALTER SYSTEM SET archive_command = 'false'`);
    await own.server.stop();
    await own.server.restart();
    await onServer('SELECT pg_switch_wal()');
    await waitForFault('archive');
    await doctor.expectFault('archive', /has failed since .*, at 0000/, here());
  }).timeout(LONG_MS);

  it('does not hang on a server that stands still', async () => {
    process.kill(own.server.pid, 'SIGSTOP');
    try {
      await doctor.expectFault(
        'postgresql',
        /PostgreSQL at 127\.0\.0\.1:\d+: the server does not answer/,
        here(),
      );
    } finally {
      process.kill(own.server.pid, 'SIGCONT');
    }
  }).timeout(LONG_MS);
});
