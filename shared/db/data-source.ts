import { DataSource } from 'typeorm';
import type { Logger } from '../logger.js';
import * as entities from './entities/index.js';
import { sessionIn, type WideScope } from './scope.js';
import { clientClassFor } from './servers.js';
import { sharesSessions } from './shares-sessions.js';

export interface DatabaseOptions {
  url: string;
  /** Shown in pg_stat_activity, so that operations can tell the processes apart. */
  applicationName: string;
  /** Connections of this process. Few are enough: work is batched, and more make a hot wallet row slower. */
  poolSize: number;
  /** Hears when PostgreSQL goes away and when it is back. */
  logger?: Logger;
  /** How long a statement may take, in milliseconds: 5 s, unless it is known to read everything. */
  statementTimeoutMs?: number;
  /**
   * For processes that only ever look rows up, few at a time: plans then never read a whole table, whatever its size
   * was when they were made. Without it PostgreSQL chooses, which suits work on everything there is.
   */
  lookUpsOnly?: boolean;
  /** What every session of the pool works for. Sessions that are shared by pgbouncer are told with each transaction. */
  scope?: WideScope;
}

/** Milliseconds. PostgreSQL has no limit by default and would wait for ever. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** How much longer this side waits, also for a server that went silent: its own limit comes first while it is well. */
const SILENCE_MS = 3_000;
const CONNECT_TIMEOUT_MS = 3_000;

/**
 * Greatest age of a connection, in seconds. A switchover by address (DNS, managed databases) leaves old connections on
 * the demoted server for as long as they live. Up to twice this long, drawn by each pool, so that the processes do not
 * all connect at once.
 */
const LIFETIME_SECONDS = 150;

/**
 * Settings of every session. The limits are in milliseconds: PostgreSQL has none by default and would wait for ever.
 * Statements are planned once per connection and not again for each of their executions: they find rows by key or in
 * the order of an index whatever the values are, and planning them would cost more than running them.
 */
const SESSION_SETTINGS = {
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
  options: '-c plan_cache_mode=force_generic_plan',
};

/**
 * A plan lives as long as its connection. Made while a table was small, by default it reads the whole table and hashes
 * it, and would go on doing so until the statistics change; an index is right for a small table as for a large one.
 * What cannot do without a table's whole then counts as so dear (1e10) that PostgreSQL would compile it to machine code
 * at every execution, for 100 ms and more.
 */
const LOOK_UPS_ONLY = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off';

/** The data source of a process; not connected yet. The schema is only ever changed by migrations. */
export function createDataSource(options: DatabaseOptions): DataSource {
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  return new DataSource({
    type: 'postgres',
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
      // Statements are sent without waiting for the answers to those before them; they are still run one by one.
      pipeline: true,
      ...(!sharesSessions(options.url) && {
        ...sessionSettings(options),
        statement_timeout: statementTimeoutMs,
      }),
    },
  });
}

function sessionSettings({ lookUpsOnly = false, scope }: DatabaseOptions): Readonly<Record<string, unknown>> {
  const options = [
    SESSION_SETTINGS.options,
    ...(lookUpsOnly ? [LOOK_UPS_ONLY] : []),
    ...(scope === undefined ? [] : [sessionIn(scope)]),
  ];
  return { ...SESSION_SETTINGS, options: options.join(' ') };
}
