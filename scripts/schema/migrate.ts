import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { migrations } from '../../migrations/index.js';
import { ADVISORY_LOCKS } from '../../shared/db/advisory-locks.js';
import { DEFAULTS_KEPT } from '../../shared/db/data-source.js';
import { applyRowSecurity, type RowSecurity } from '../../shared/db/row-security.js';
import { sessionIn } from '../../shared/db/scope.js';
import { primaryOf } from '../../shared/db/servers.js';
import { isLockTimeout, isRetryable } from '../../shared/db/sqlstate.js';
import { grantToApp } from './grants.js';
import { sqlOf } from './sql-of.js';

interface MigrateOptions {
  ownerUrl: string;
  appUrl?: string;
  rowSecurity?: RowSecurity;
  /** Is told once, if another migrator is at work, which session of PostgreSQL that is. */
  onWait?(pid: number): void;
}

interface Migrated {
  /** Whether the database now refuses rows without a scope. */
  rowSecurity: boolean;
}

/**
 * Brings the schema up to date as the owner, grants the role of `appUrl` no more than it needs, and turns row-level
 * security on or off. Safe to run from any number of places at once: an advisory lock lets one work while the others
 * wait. The lock belongs to the session that works, so it is held for as long as anything is done: an index goes on
 * being built after its migrator was killed, and nobody goes on who has lost the lock. Throws the errors of PostgreSQL
 * and of migrations; each migration either is one transaction and rolls back alone, or has none, builds indexes without
 * blocking others and can be repeated.
 */
export async function migrate({ rowSecurity = 'auto', ...options }: MigrateOptions): Promise<Migrated> {
  const url = await primaryOf(options.ownerUrl);
  const dataSource = new DataSource({
    type: 'postgres',
    driver: pg,
    url,
    migrations,
    installExtensions: false,
    extra: SESSION_SETTINGS,
  });
  await dataSource.initialize();
  const session = dataSource.createQueryRunner();
  try {
    const owner: pg.PoolClient = await session.connect();
    await takeTurn(owner, options.onWait);
    await runMigrations(dataSource, session);
    await grantToApp(owner, options);
    return { rowSecurity: await applyRowSecurity(sqlOf(owner), rowSecurity) };
  } finally {
    await session.release();
    await dataSource.destroy();
  }
}

const ASK_EVERY_MS = 200;

/** Polls for the lock: a waiting statement is a transaction, and another migrator's index build would wait for it. */
async function takeTurn(client: pg.ClientBase, onWait: MigrateOptions['onWait']): Promise<void> {
  for (let told = false; ; ) {
    const { rows } = await client.query<{ taken: boolean; pid: number | null }>(TAKE_TURN, [
      ADVISORY_LOCKS.migrate,
    ]);
    const [turn] = rows;
    if (turn?.taken === true) return;
    if (!told && turn?.pid) onWait?.(turn.pid);
    told ||= turn?.pid != null;
    await sleep(ASK_EVERY_MS);
  }
}

/** Also says which session has the turn. */
const TAKE_TURN = `SELECT pg_try_advisory_lock($1) AS taken, (
  SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1::oid AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS pid`;

/**
 * How long a migration waits for a table, in milliseconds. Everything that wants the table after it, including
 * requests, queues behind it: so it gives up soon, lets them pass, and tries again.
 */
const LOCK_TIMEOUT_MS = 2_000;
/**
 * How long PostgreSQL waits for the next statement of a migration, in milliseconds. One that is suspended, or whose
 * network is gone, would otherwise keep its tables from everybody until a person found its session.
 */
const IDLE_TIMEOUT_MS = 10_000;
/**
 * How long a connection is silent before either end asks whether the other is still there, in milliseconds. A statement
 * may take hours and has no time limit: without this the migrator would wait for ever for the answer of a server that
 * is gone, and a server would keep the lock of a migrator that is gone for two hours, the system's default.
 */
const SILENT_MS = 60_000;
const KEPT_ALIVE = `-c tcp_keepalives_idle=${SILENT_MS / 1_000} -c tcp_keepalives_interval=10 -c tcp_keepalives_count=6`;
/**
 * Row-level security binds the owner too: a migration that changes rows needs to see all of them. An index takes as
 * long as the table is large, whatever limit the server, the database or the role has.
 */
const SESSION_SETTINGS = {
  application_name: 'migrate',
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: SILENT_MS,
  options: `${sessionIn('operator')} ${DEFAULTS_KEPT} ${KEPT_ALIVE} -c statement_timeout=0`,
};
const PAUSE_MS = 1_000;
const ATTEMPTS = 100;

/** Completed migrations stay completed: the next attempt continues with the one that had to wait. */
async function runMigrations(dataSource: DataSource, session: QueryRunner): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const executor = new MigrationExecutor(dataSource, session);
    executor.transaction = 'each';
    try {
      await executor.executePendingMigrations();
      return;
    } catch (error) {
      const inTheWay = isLockTimeout(error) || isRetryable(error);
      if (attempt === ATTEMPTS || !inTheWay) throw error;
      await sleep(PAUSE_MS);
      // TypeORM would only say that it cannot be used any more.
      if (session.isReleased) throw new Error('Connection terminated unexpectedly', { cause: error });
    }
  }
}
