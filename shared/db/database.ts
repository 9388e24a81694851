import { setTimeout as sleep } from 'node:timers/promises';
import { CancelledWaitError, WAIT_FOR_STANDBYS } from './cancelled-wait.js';
import { ClientShares } from './client-shares.js';
import { type Connections, createConnections, type StatementPool } from './connections.js';
import type { DatabaseOptions } from './data-source.js';
import { onlyReads, runAlone, runTransaction } from './run-transaction.js';
import { beginIn, type Scope, settingOf, type WideScope } from './scope.js';
import { readInScope } from './scoped-read.js';
import { sharesSessions } from './shares-sessions.js';
import { isRetryable, isServerFault, isUnavailable } from './sqlstate.js';
import { UnknownCommitError } from './unknown-commit.js';

/** Runs statements on one connection. Values are always bound, never concatenated into the text. */
export interface Sql {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** The statements of one transaction. */
export interface Transaction extends Sql {
  /**
   * Runs the last statement with the commit pipelined after it: one round trip instead of two. If the statement fails,
   * so does the commit, and nothing is written.
   */
  finish(text: string, values?: readonly unknown[]): Promise<void>;
}

/** Runs statements in one scope: they see and write only the rows it names. */
export interface Database extends Sql {
  /**
   * Runs `work` in one transaction. All of it is rerun after a deadlock and after a lost connection, even if that may
   * have swallowed the reply to the commit: `work` must recognise its own earlier effect and not repeat it. On giving
   * up, throws UnknownCommitError if the reply to any of its commits was lost. A commit that no synchronous standby
   * confirmed is not rerun: it throws CancelledWaitError. Nor is one at which PostgreSQL itself fails (isServerFault).
   */
  transaction<T>(work: (sql: Transaction) => Promise<T>): Promise<T>;
  /** Runs one statement as a transaction of its own, rerun like `transaction`: a single round trip. */
  statement<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Stops using the present connections for new work: they lead to a server that may not write (TrustedPool). */
  dropConnections(): void;
}

/** A database for one purpose, with connections of its own. */
export type OpenDatabase = Database & Connections;

/** Connections for several scopes. Without a scope, no row of any client can be read. */
export interface DatabasePool extends Connections {
  /** Returns these connections for the rows of a scope. Costs nothing: call it wherever the scope is known. */
  scoped(scope: Scope): Database;
  /** For tables that hold no client data, such as the list of migrations; sees no rows of any other. */
  readonly unscoped: Database;
}

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 20;

/** Creates the database of a process that works in several scopes, not connected yet. */
export function createPool(options: Omit<DatabaseOptions, 'scope'>): DatabasePool {
  const own = createConnections(options);
  const shares = new ClientShares(options.poolSize);
  return {
    ...own,
    connections: () => {
      const state = own.connections();
      return { ...state, waitedFor: state.waitedFor + shares.waitedFor };
    },
    scoped: (scope) => databaseOf({ ...own, use: shares.of(scope, own.use) }, scope),
    unscoped: databaseOf(own, undefined),
  };
}

/**
 * Creates and connects the database of a process that works in several scopes. Throws if PostgreSQL cannot be reached.
 */
export async function openPool(options: Omit<DatabaseOptions, 'scope'>): Promise<DatabasePool> {
  const pool = createPool(options);
  await pool.connect();
  return pool;
}

/** Creates the database of a process that works for one purpose, not connected yet. */
export function createDatabase(options: DatabaseOptions & { scope: WideScope }): OpenDatabase {
  const own = createConnections(options);
  // Unshared sessions get the scope at their start, so that no statement has to bring it.
  const scope = sharesSessions(options.url) ? options.scope : undefined;
  return { ...own, ...databaseOf(own, scope) };
}

/**
 * Creates and connects the database of a process that works for one purpose. Throws if PostgreSQL cannot be reached.
 */
export async function openDatabase(options: DatabaseOptions & { scope: WideScope }): Promise<OpenDatabase> {
  const db = createDatabase(options);
  await db.connect();
  return db;
}

/** `scope` is undefined if the sessions already have theirs: a single statement then needs no BEGIN. */
function databaseOf(own: StatementPool, scope: Scope | undefined): Database {
  const begin = scope === undefined ? 'BEGIN' : beginIn(scope);
  const transact = <T>(work: (sql: Transaction) => Promise<T>): Promise<T> =>
    runTransaction({ ...own, begin }, work);
  const query = scope === undefined ? alone(own) : inScope(own, settingOf(scope), begin);
  const confirm = () => transact((sql) => sql.finish(WAIT_FOR_STANDBYS));
  return {
    query,
    statement: (text, values) => retry(() => query(text, values), confirm),
    dropConnections: own.drop,
    transaction: (work) => retry(() => transact(work), confirm),
  };
}

function alone(own: StatementPool): Sql['query'] {
  return (text, values) => runAlone(own, text, values);
}

function inScope(own: StatementPool, scope: string, begin: string): Sql['query'] {
  return (text, values) =>
    onlyReads(text)
      ? own.use(readInScope({ text, ...(values && { values }), scope, named: own.named }))
      : runTransaction({ ...own, begin }, (sql) => sql.last(text, values));
}

/**
 * `confirm` waits for the standbys after a run that may only have found what an earlier one wrote: having written
 * nothing itself, it did not wait for them.
 */
async function retry<T>(run: () => Promise<T>, confirm: () => Promise<void>): Promise<T> {
  let mayStand = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await run();
      if (mayStand) await confirm();
      return result;
    } catch (error) {
      if (error instanceof CancelledWaitError) throw error;
      const again = isRetryable(error) || isUnavailable(error);
      if (!again && !isServerFault(error)) throw error;
      mayStand ||= error instanceof UnknownCommitError;
      // Even if the last attempt certainly wrote nothing: an earlier one may have.
      if (!again || attempt === ATTEMPTS) throw mayStand ? new UnknownCommitError(error) : error;
      await sleep(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}
