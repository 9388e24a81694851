import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { createDataSource, type DatabaseOptions } from './data-source.js';
import { sharesSessions } from './shares-sessions.js';
import { isRetryable, isUnavailable } from './sqlstate.js';

/** Runs statements on one connection. Values are always bound, never joined into the text. */
export interface Sql {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** The statements of one transaction. */
export interface Transaction extends Sql {
  /**
   * Runs the last statement and commits behind it: one round trip instead of two. When the statement fails, so does
   * the commit, and nothing is written.
   */
  finish(text: string, values?: readonly unknown[]): Promise<void>;
}

export interface Database extends Sql {
  /** TypeORM on the same pool, for everything that is not on a hot path. */
  readonly dataSource: DataSource;
  /**
   * Runs `work` in one transaction. The whole of it is run again after a deadlock, and after a lost connection, even
   * when that may have swallowed the answer of the commit: `work` must find its own earlier effect and repeat none.
   */
  transaction<T>(work: (sql: Transaction) => Promise<T>): Promise<T>;
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
  const run = sharesSessions(options.url) ? runUnnamed : runPrepared;
  return {
    dataSource,
    query: (text, values) => run(pool, text, values),
    transaction: (work) => retry(() => runTransaction(pool, run, work)),
    statement: (text, values) => retry(() => run(pool, text, values)),
    close: () => dataSource.destroy(),
  };
}

async function runTransaction<T>(
  pool: pg.Pool,
  run: Run,
  work: (sql: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // Without a listener the loss of a checked-out connection would be an uncaught exception.
  const handleError = (error: Error): void => {
    broken = error;
  };
  client.on('error', handleError);
  const statements = new Statements(client, run);
  try {
    const result = await work(statements);
    await statements.commit();
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

/** What only reads, or locks, which does no harm should the transaction around it turn out not to have begun. */
const READS = /^\s*SELECT\b/;

/** Sends statements of one transaction without waiting for answers that decide nothing. */
class Statements implements Transaction {
  readonly #begun: Promise<unknown>;
  #committed = false;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly run: Run,
  ) {
    this.#begun = client.query('BEGIN');
    // Whoever runs a statement, or commits, hears of it.
    this.#begun.catch(() => undefined);
  }

  async query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    if (this.#committed) throw new Error('Bug: a statement after the commit');
    if (!READS.test(text)) await this.#begun;
    const [rows] = await Promise.all([this.run<Row>(this.client, text, values), this.#begun]);
    return rows;
  }

  async finish(text: string, values?: readonly unknown[]): Promise<void> {
    await this.#begun;
    const statement = this.run(this.client, text, values);
    await Promise.all([statement, this.#sendCommit()]);
  }

  async commit(): Promise<void> {
    await this.#begun;
    if (!this.#committed) await this.#sendCommit();
  }

  #sendCommit(): Promise<unknown> {
    this.#committed = true;
    return this.client.query('COMMIT');
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

type Run = <Row extends object>(
  target: pg.Pool | pg.PoolClient,
  text: string,
  values?: readonly unknown[],
) => Promise<Row[]>;

/** Every statement is prepared once per connection under a name made of its text. */
const runPrepared: Run = async <Row extends object>(...[target, text, values = []]: Parameters<Run>) => {
  const result = await target.query<Row>({ name: nameOf(text), text, values: [...values] });
  return result.rows;
};

/** Leaves nothing behind in the session. */
const runUnnamed: Run = async <Row extends object>(...[target, text, values = []]: Parameters<Run>) => {
  const result = await target.query<Row>({ text, values: [...values] });
  return result.rows;
};

const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    names.set(text, name);
  }
  return name;
}
