import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { createDataSource, type DatabaseOptions } from './data-source.js';
import { isRetryable, isUnavailable } from './sqlstate.js';

/** Runs statements on one connection. Values are always bound, never joined into the text. */
export interface Sql {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface Database extends Sql {
  /** TypeORM on the same pool, for everything that is not on a hot path. */
  readonly dataSource: DataSource;
  /**
   * Runs `work` in one transaction. The whole of it is run again after a deadlock, and after a lost connection, even
   * when that may have swallowed the answer of the commit: `work` must find its own earlier effect and repeat none.
   */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** The same for a transaction of one statement, which needs neither BEGIN nor COMMIT: one round trip, not three. */
  statement<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 20;

/** Connects the process to PostgreSQL. Throws when it cannot be reached. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const dataSource = createDataSource(options);
  await dataSource.initialize();
  const pool = (dataSource.driver as PostgresDriver).master as pg.Pool;
  // A connection that dies while idle must not take the process with it; the pool replaces it.
  pool.on('error', () => undefined);
  return {
    dataSource,
    query: (text, values) => prepared(pool, text, values),
    transaction: (work) => retry(() => runTransaction(pool, work)),
    statement: (text, values) => retry(() => prepared(pool, text, values)),
    close: () => dataSource.destroy(),
  };
}

async function runTransaction<T>(pool: pg.Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // Without a listener the loss of a checked-out connection would be an uncaught exception.
  const handleError = (error: Error): void => {
    broken = error;
  };
  client.on('error', handleError);
  try {
    await client.query('BEGIN');
    const result = await work({ query: (text, values) => prepared(client, text, values) });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.off('error', handleError);
    client.release(broken);
  }
}

async function retry<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === ATTEMPTS || !(isRetryable(error) || isUnavailable(error))) throw error;
      await sleep(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}

/** Every statement is prepared once per connection under a name made of its text. */
async function prepared<Row extends object>(
  target: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const result = await target.query<Row>({ name: nameOf(text), text, values: [...values] });
  return result.rows;
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    names.set(text, name);
  }
  return name;
}
