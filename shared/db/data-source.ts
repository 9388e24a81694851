import pg from 'pg';
import { DataSource } from 'typeorm';
import type { Logger } from '../logger.js';
import * as entities from './entities/index.js';
import { sessionIn, type WideScope } from './scope.js';
import { clientClassFor } from './servers.js';
import { sharesSessions } from './shares-sessions.js';

export interface DatabaseOptions {
  url: string;
  /** Shown in pg_stat_activity, so that operators can tell the processes apart. */
  applicationName: string;
  /** Connections of this process. Few are enough: work is batched, and more would make a hot wallet row slower. */
  poolSize: number;
  /** Logs when PostgreSQL becomes unavailable and when it is back. */
  logger?: Logger;
  /** Time limit of a statement, in milliseconds: 5 s by default, more only if it is known to read everything. */
  statementTimeoutMs?: number;
  /**
   * For processes that only ever look up rows, few at a time: plans then never read a whole table, whatever its size
   * was when they were made. Without it PostgreSQL chooses, which suits work on all rows.
   */
  lookUpsOnly?: boolean;
  /** The scope of every session of the pool. Sessions shared through pgbouncer get it with each transaction instead. */
  scope?: WideScope;
  /** Commits wait for no standby. Only for a copy that is thrown away: it may name standbys that it does not have. */
  waitsForNoStandby?: boolean;
}

/** Milliseconds. By default PostgreSQL has no limit and would wait forever. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** How much longer this side waits, in case a server goes silent: a healthy server applies its own limit first. */
const SILENCE_MS = 3_000;
const CONNECT_TIMEOUT_MS = 3_000;

/**
 * Maximum age of a connection, in seconds. After a switchover by address (DNS, managed databases), old connections stay
 * on the demoted server for as long as they live. Each pool draws up to twice this, so that the processes do not all
 * reconnect at once.
 */
const LIFETIME_SECONDS = 150;

/**
 * Startup options with defaults of PostgreSQL that a server, database or role may have changed. The driver reads
 * timestamps in ISO style only, and anything else as null. Without row_security, statements on tables with policies
 * fail instead of being limited to their scope. The tables are in the schema public. What is decided behind a lock has
 * to see what was committed before the lock was granted, which only `read committed` does. That nobody waits for a
 * standby any more is told by a warning alone (cancelled-wait.ts). The driver writes a null in an array as NULL, which
 * has to mean one. A session of the pool that waits for work is not one that somebody forgot: ended, it would take
 * along what was just sent to it.
 */
export const DEFAULTS_KEPT = [
  '-c datestyle=ISO -c row_security=on -c search_path=public',
  '-c default_transaction_isolation=read\\ committed -c client_min_messages=notice -c array_nulls=on',
  '-c idle_session_timeout=0',
].join(' ');

/**
 * Settings of every session. The limits are in milliseconds: by default PostgreSQL has none and would wait forever.
 * Statements are planned once per connection rather than at each execution: they find rows by key or in index order
 * whatever the values are, and planning would cost more than running them.
 */
const SESSION_SETTINGS = {
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
  options: `-c plan_cache_mode=force_generic_plan ${DEFAULTS_KEPT}`,
};

/**
 * A plan lives as long as its connection. Made while a table was small, it would by default read and hash the whole
 * table, and keep doing so until the statistics change; an index is right for small and large tables alike. Plans that
 * cannot avoid a full scan then count as so expensive (1e10) that PostgreSQL would JIT-compile them at every execution,
 * for 100 ms and more.
 */
const LOOK_UPS_ONLY = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off';

/** Creates the data source of a process, not connected yet. The schema is only ever changed by migrations. */
export function createDataSource(options: DatabaseOptions): DataSource {
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  return new DataSource({
    type: 'postgres',
    // By itself TypeORM would load a second copy from node_modules beside the bundled one.
    driver: pg,
    url: options.url,
    applicationName: options.applicationName,
    entities: Object.values(entities),
    synchronize: false,
    installExtensions: false,
    uuidExtension: 'pgcrypto',
    extra: {
      Client: clientClassFor(options.url),
      max: options.poolSize,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: statementTimeoutMs + SILENCE_MS,
      maxLifetimeSeconds: Math.round(LIFETIME_SECONDS * (1 + Math.random())),
      // Statements are sent without waiting for the answers to earlier ones; they still run one by one.
      pipeline: true,
      ...(!sharesSessions(options.url) && {
        ...sessionSettings(options),
        statement_timeout: statementTimeoutMs,
      }),
    },
  });
}

function sessionSettings(wanted: DatabaseOptions): Readonly<Record<string, unknown>> {
  const { lookUpsOnly = false, waitsForNoStandby = false, scope } = wanted;
  const options = [
    SESSION_SETTINGS.options,
    ...(lookUpsOnly ? [LOOK_UPS_ONLY] : []),
    ...(waitsForNoStandby ? ['-c synchronous_commit=local'] : []),
    ...(scope === undefined ? [] : [sessionIn(scope)]),
  ];
  return { ...SESSION_SETTINGS, options: options.join(' ') };
}
