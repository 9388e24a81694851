import type pg from 'pg';
import { DescribedOnce } from './described-once.js';
import { nameIn } from './run-statement.js';
import { SCOPE_SETTING } from './scope.js';
import type { ConnectionWork } from './trusted-pool.js';

/** One read-only statement, in the scope given by the setting's value. */
export interface ScopedRead {
  text: string;
  values?: readonly unknown[];
  scope: string;
  /** Whether prepared statements may be left in the session. */
  named: boolean;
}

/** Returns no rows. With the scope as a parameter it is planned once per connection rather than once per scope. */
const SET_SCOPE = `SELECT WHERE set_config('${SCOPE_SETTING}', $1, true) IS NULL`;

/** Connections on which SET_SCOPE is prepared. */
const prepared = new WeakSet<pg.PoolClient>();

/**
 * Runs the read in its own transaction, which the protocol makes of everything sent up to one Sync ("Pipelining" in
 * PostgreSQL's description of it): the scope ends with it, and there is one reply where BEGIN, read and COMMIT have
 * three. The benchmark's `rows` says what that saves. Throws PostgreSQL's error.
 */
export function readInScope<Row extends object>(read: ScopedRead): ConnectionWork<Row[]> {
  return async (client, discard) => {
    const isPrepared = prepared.has(client);
    try {
      const rows = await send<Row>(client, read, isPrepared);
      if (read.named) prepared.add(client);
      return rows;
    } catch (error) {
      // Nobody knows whether it was prepared before something else failed.
      if (read.named && !isPrepared) discard();
      throw error;
    }
  };
}

function send<Row extends object>(
  client: pg.PoolClient,
  { text, values = [], scope, named }: ScopedRead,
  isPrepared: boolean,
): Promise<Row[]> {
  const nameIf = (statement: string): string => (named && nameIn(client, statement)) || '';
  return new Promise((resolve, reject) => {
    const config = { name: nameIf(text), text, values: [...values] };
    const query = new DescribedOnce<Row>(config, (error, results) => {
      if (error) reject(error);
      else resolve(rowsOf(results));
    });
    sendBefore(query, (connection) => {
      const statement = nameIf(SET_SCOPE);
      if (!isPrepared) connection.parse({ name: statement, text: SET_SCOPE, types: [] }, true);
      connection.bind({ statement, values: [scope] }, true);
      connection.execute(null, true);
    });
    client.query(query);
  });
}

/** The read's own messages end with the Sync. */
function sendBefore(query: pg.Query, first: (connection: pg.Connection) => void): void {
  const { submit } = query;
  query.submit = (connection) => {
    connection.stream.cork();
    try {
      first(connection);
      return submit.call(query, connection);
    } finally {
      connection.stream.uncork();
    }
  };
}

/** For two statements pg returns a list of two results, and only one of the two has rows. */
function rowsOf<Row extends object>(results: pg.QueryResult<Row> | pg.QueryResult<Row>[]): Row[] {
  return [results].flat().flatMap(({ rows }) => rows);
}
