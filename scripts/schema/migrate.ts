import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DataSource } from 'typeorm';
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
 * wait. Throws the errors of PostgreSQL and of migrations; each migration either is one transaction and rolls back
 * alone, or has none, builds indexes without blocking others and can be repeated.
 */
export async function migrate({ rowSecurity = 'auto', ...options }: MigrateOptions): Promise<Migrated> {
  const ownerUrl = await primaryOf(options.ownerUrl);
  const owner = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'migrate',
    ...SESSION_SETTINGS,
  });
  // A server that goes away says so to whatever waits for an answer, too; unheard here, it would end the process.
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    await takeTurn(owner, options.onWait);
    await runMigrations(ownerUrl);
    await grantToApp(owner, options);
    return { rowSecurity: await applyRowSecurity(sqlOf(owner), rowSecurity) };
  } finally {
    await owner.end();
  }
}

const ASK_EVERY_MS = 200;

/** Polls for the lock: a waiting statement is a transaction, and another migrator's index build would wait for it. */
async function takeTurn(client: pg.Client, onWait: MigrateOptions['onWait']): Promise<void> {
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
 * How long PostgreSQL waits for the next statement of a migration, in milliseconds. One that is suspended, or whose network
 * is gone, would otherwise keep its tables from everybody until a person found its session.
 */
const IDLE_TIMEOUT_MS = 10_000;
/**
 * Row-level security binds the owner too: a migration that changes rows needs to see all of them. An index takes as long as
 * the table is large, whatever limit the server, the database or the role has.
 */
const SESSION_SETTINGS = {
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
  options: `${sessionIn('operator')} ${DEFAULTS_KEPT} -c statement_timeout=0`,
};
const PAUSE_MS = 1_000;
const ATTEMPTS = 100;

/** Completed migrations stay completed: the next attempt continues with the one that had to wait. */
async function runMigrations(url: string): Promise<void> {
  const extra = SESSION_SETTINGS;
  const dataSource = new DataSource({ type: 'postgres', url, migrations, installExtensions: false, extra });
  await dataSource.initialize();
  try {
    for (let attempt = 1; ; attempt += 1) {
      const failure = await dataSource
        .runMigrations({ transaction: 'each' })
        .then(() => undefined)
        .catch((error: unknown) => ({ error }));
      if (failure === undefined) return;
      const inTheWay = isLockTimeout(failure.error) || isRetryable(failure.error);
      if (attempt === ATTEMPTS || !inTheWay) throw failure.error;
      await sleep(PAUSE_MS);
    }
  } finally {
    await dataSource.destroy();
  }
}
