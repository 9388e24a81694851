import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, copyFileSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type OwnServer, startOwnPostgres } from '../../../harness/own-servers.js';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { withClient } from '../../../harness/with-client.js';
import { clusterPaths } from '../../../scripts/embedded/cluster.js';
import { copyCluster } from '../../../scripts/embedded/copy-cluster.js';
import { ensureServiceDatabase } from '../../../scripts/embedded/service-database.js';
import { postgresUser } from '../../../scripts/embedded/system-user.js';
import { migrate } from '../../../scripts/schema/migrate.js';
import { loadFigures } from '../../../shared/backlog/load-figures.js';
import { type OpenDatabase, openDatabase } from '../../../shared/db/database.js';
import { createTestDatabase } from '../../support/database/database.js';
import { buildClient, buildVerification } from '../../support/database/factories.js';
import { startCuttingProxy } from '../../support/network/cutting-proxy.js';
import { type AdminRun, runAdmin } from '../../support/processes/run-admin.js';

describe('npm run admin -- verify-restore', function () {
  this.timeout(120_000);

  const folder = temporaryFolder();
  const backup = temporaryFolder();
  const scratch = temporaryFolder();
  const home = join(scratch, 'postgres');
  let live: OwnServer;
  let restored: OwnServer;
  let db: OpenDatabase;
  let url: string;

  before(async () => {
    live = await startOwnPostgres({ folder, durable: true });
    const database = await ensureServiceDatabase(live.url, 'service');
    await migrate(database);
    url = database.appUrl;
    db = await openDatabase({ url, applicationName: 'test', scope: 'operator', poolSize: 2 });
    const client = await buildClient(db, { balance: 100 });
    await buildVerification(db, { clientId: client.id, serviceCode: 'said_verification' });
    await copyCluster({ url: live.url, from: join(folder, 'postgres'), to: join(backup, 'copy') });
    renameSync(clusterPaths(join(backup, 'copy')).cluster, join(backup, 'base'));
    layOut();
    restored = await startOwnPostgres({ folder: scratch, durable: true });
  });
  after(async () => {
    await db.close();
    await restored.remove();
    await live.remove();
  });

  /** Runs restore-copy.sh, as the user of PostgreSQL. */
  function restoreCopy(): { status: number | null; stderr: string } {
    const env = { PATH: process.env.PATH, BACKUP: backup, PGDATA: clusterPaths(home).cluster };
    const user = postgresUser(home);
    return spawnSync('sh', [join(scratch, 'restore-copy.sh'), 'true'], {
      ...user,
      cwd: '/',
      env,
      encoding: 'utf8',
    });
  }

  function layOut(): void {
    mkdirSync(home, { mode: 0o700 });
    // The user of PostgreSQL need not be able to read this tree.
    copyFileSync('deploy/postgresql/restore-copy.sh', join(scratch, 'restore-copy.sh'));
    const { passwordFile } = clusterPaths(home);
    copyFileSync(clusterPaths(join(backup, 'copy')).passwordFile, passwordFile);
    const user = postgresUser(join(backup, 'base'));
    if (user !== undefined) for (const path of [home, passwordFile]) chownSync(path, user.uid, user.gid);
    execFileSync('mkdir', [join(backup, 'wal')]);
    expect(restoreCopy()).to.deep.include({ status: 0 });
  }

  const restoredUrl = (): string => Object.assign(new URL(url), { host: new URL(restored.url).host }).href;
  const verify = (address = restoredUrl()): Promise<AdminRun> =>
    runAdmin(url, ['verify-restore', '--as', 'timer'], { RESTORED_DATABASE_URL: address });
  const noted = () =>
    db.query<{ held_back: number; reaches_to: Date }>('SELECT held_back, reaches_to FROM verified_restores');

  it('does nothing to the database of the service itself, by whatever address', async () => {
    const aliased = url.replace('127.0.0.1', 'localhost');
    for (const address of [url, aliased]) {
      const { code, output } = await verify(address);
      expect([code, output]).to.deep.equal([
        1,
        'RESTORED_DATABASE_URL points to the database of DATABASE_URL: nothing was done.\n',
      ]);
    }
    expect(await db.query(`SELECT FROM checks WHERE status = 'pending'`)).to.have.length(1);
  });

  it('does nothing to a database that is no backup of it', async () => {
    const other = await createTestDatabase();
    const { code, output } = await verify(other.url);
    expect(code).to.equal(1);
    expect(output).to.include('does not point to a backup of the database of DATABASE_URL');
    await other.drop();
  });

  it('notes nothing when the backup is not whole', async () => {
    const asSuperuser = (statement: string) =>
      withClient(restored.url.replace(/\/postgres$/, '/service'), (client) => client.query(statement));
    await asSuperuser('UPDATE wallets SET balance = balance + 1');
    const { code, output } = await verify();
    expect(code).to.equal(1);
    expect(output).to.include('BROKEN credits').and.include('incomplete: nothing was recorded');
    expect(await noted()).to.have.length(0);
    expect((await loadFigures(db)).verifiedRestoreSeconds).to.equal(null);
    await asSuperuser('UPDATE wallets SET balance = balance - 1');
  });

  it('says that it was the copy that was lost on the way', async () => {
    const link = await startCuttingProxy(restoredUrl());
    link.cutNext('before', 'FROM consent_evidence');
    const { code, output } = await verify(link.url);
    expect(link.cuts()).to.equal(1);
    await link.close();
    expect(code).to.equal(1);
    expect(output).to.match(
      /The copy at RESTORED_DATABASE_URL was lost: .*: the connection was lost\. Nothing was recorded: run the command again/,
    );
    expect(await noted()).to.have.length(0);
  });

  it('notes a good one, having held back what was open in it, and leaves the service alone', async () => {
    const { code, output } = await verify();
    expect(code, output).to.equal(0);
    expect(output).to.include('everything holds').and.include('Audit log: ');
    const [note] = await noted();
    // The earlier run, which found it broken, had already held back the open check.
    expect(note?.held_back).to.equal(0);
    expect(await db.query(`SELECT FROM checks WHERE status = 'pending'`)).to.have.length(1);
    expect((await loadFigures(db)).verifiedRestoreSeconds).to.be.within(0, 100);
    const [entry] = await db.query<{ details: Record<string, unknown> }>(
      `SELECT details FROM audit_log WHERE action = 'restore.verified'`,
    );
    expect(entry?.details).to.include({ held_back: 0, person: 'timer' });
    const { output: doctor } = await runAdmin(url, ['doctor']);
    expect(doctor).to.match(/^ok +backup +a backup was last restored and verified 0 days ago/m);
  });

  it('waits for none of the standbys that the copy still names', async () => {
    const onCopy = (statement: string) => withClient(restored.url, (client) => client.query(statement));
    await onCopy(`ALTER SYSTEM SET synchronous_standby_names = 'b'`);
    await onCopy('SELECT pg_reload_conf()');
    try {
      const { code, output } = await verify();
      expect(code, output).to.equal(0);
    } finally {
      await onCopy('ALTER SYSTEM RESET synchronous_standby_names');
      await onCopy('SELECT pg_reload_conf()');
    }
    expect(await noted()).to.have.length(2);
  });

  it('notes no backup that ends a day before the present', async () => {
    await db.query(`INSERT INTO workers (id, beat_at) VALUES ('late', now() + interval '26 hours')`);
    const { code, output } = await verify();
    expect(code).to.equal(1);
    expect(output).to.match(/The backup ends at .*, 2[5-9] hours before the present/);
    expect(await noted()).to.have.length(2);
  });

  it('is never laid out over a server that stands', () => {
    const { status, stderr } = restoreCopy();
    expect(status).to.equal(1);
    expect(stderr).to.include('a restore never overwrites anything');
  });
});
