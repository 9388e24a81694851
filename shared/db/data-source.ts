import { DataSource } from 'typeorm';
import * as entities from './entities/index.js';

export interface DatabaseOptions {
  url: string;
  /** Shown in pg_stat_activity, so that operations can tell the processes apart. */
  applicationName: string;
  /** Connections of this process. Few are enough: work is batched, and more make a hot wallet row slower. */
  poolSize: number;
}

/**
 * Limits of every session, in milliseconds; PostgreSQL and pg have none by default and would wait for ever.
 * A statement is ended by the server first; query_timeout is the client's own limit for a server that went silent.
 */
const SESSION_LIMITS = {
  connectionTimeoutMillis: 3_000,
  lock_timeout: 2_000,
  statement_timeout: 5_000,
  query_timeout: 8_000,
  idle_in_transaction_session_timeout: 10_000,
};

/**
 * Statements are planned once per connection and not again for each of their executions: they find rows by key or in
 * the order of an index whatever the values are, and planning them would cost more than running them.
 */
const PLAN_ONCE = '-c plan_cache_mode=force_generic_plan';

/** The data source of a process; not connected yet. The schema is only ever changed by migrations. */
export function createDataSource(options: DatabaseOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    url: options.url,
    applicationName: options.applicationName,
    entities: Object.values(entities),
    synchronize: false,
    installExtensions: false,
    uuidExtension: 'pgcrypto',
    extra: { max: options.poolSize, options: PLAN_ONCE, ...SESSION_LIMITS },
  });
}
