import type pg from 'pg';
import { withoutCancelledWait } from './cancelled-wait.js';
import type { StatementPool } from './connections.js';
import type { Transaction } from './database.js';
import type { Run } from './run-statement.js';
import { isAnswerLost } from './sqlstate.js';
import { UnknownCommitError } from './unknown-commit.js';

type Connection = Pick<StatementPool, 'use' | 'run'>;

/** A union of limited parts begins with a parenthesis. */
const READS = /^[\s(]*SELECT\b/;

/**
 * Whether a statement only reads or locks, which does no harm if the surrounding transaction turns out not to have
 * begun.
 */
export function onlyReads(text: string): boolean {
  return READS.test(text);
}

/**
 * Runs `work` in one transaction, once. Rethrows its errors, with nothing written; throws UnknownCommitError if
 * something was written and the reply to the commit was lost, or the wait for a synchronous standby was cancelled.
 */
export function runTransaction<T>(
  { use, run, begin }: Connection & { begin: string },
  work: (sql: Statements) => Promise<T>,
): Promise<T> {
  return use(async (client, discard) => {
    const statements = new Statements(client, run, begin);
    try {
      const result = await work(statements);
      await statements.commit();
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(discard);
      if (error instanceof UnknownCommitError) throw error;
      throw (await statements.mayStand()) ? new UnknownCommitError(error) : error;
    }
  });
}

/** Runs one statement as its own transaction. If it writes, throws UnknownCommitError like a transaction. */
export function runAlone<Row extends object>(
  { use, run }: Connection,
  ...[text, values]: [text: string, values?: readonly unknown[]]
): Promise<Row[]> {
  return use(async (client) => {
    if (onlyReads(text)) return run<Row>(client, text, values);
    try {
      return await withoutCancelledWait(client, () => run<Row>(client, text, values));
    } catch (error) {
      if (error instanceof UnknownCommitError) throw error;
      throw isAnswerLost(error) ? new UnknownCommitError(error) : error;
    }
  });
}

/** Sends the statements of one transaction without waiting for replies that decide nothing. */
class Statements implements Transaction {
  readonly #begun: Promise<unknown>;
  #wrote = false;
  #commit: Promise<unknown> | undefined;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly run: Run,
    begin: string,
  ) {
    this.#begun = client.query(begin);
    // The error reaches whoever runs a statement or commits.
    this.#begun.catch(() => undefined);
  }

  async query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    if (this.#commit !== undefined) throw new Error('Bug: a statement after the commit');
    await this.#readyFor(text);
    const [rows] = await Promise.all([this.run<Row>(this.client, text, values), this.#begun]);
    return rows;
  }

  async finish(text: string, values?: readonly unknown[]): Promise<void> {
    await this.last(text, values);
  }

  /** Runs the last statement like `finish`, and returns its rows. */
  async last<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    await this.#readyFor(text);
    const statement = this.run<Row>(this.client, text, values);
    const [rows] = await Promise.all([statement, this.#begun, this.#sendCommit()]);
    return rows;
  }

  async commit(): Promise<void> {
    await this.#begun;
    if (this.#commit === undefined) await this.#sendCommit();
  }

  /** Whether something was written whose commit was sent, and PostgreSQL neither confirmed nor refused it. */
  async mayStand(): Promise<boolean> {
    if (!this.#wrote || this.#commit === undefined) return false;
    return this.#commit.then(() => false, isAnswerLost);
  }

  async #readyFor(text: string): Promise<void> {
    if (onlyReads(text)) return;
    this.#wrote = true;
    await this.#begun;
  }

  #sendCommit(): Promise<unknown> {
    this.#commit = withoutCancelledWait(this.client, () => this.client.query('COMMIT'));
    return this.#commit;
  }
}
