import pg from 'pg';

/** What the driver makes of the description of rows: how to read their columns, and a row without values. */
interface Columns {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

/** The driver's query, as far as it is known here. */
interface Query extends pg.Query {
  readonly name?: string;
  readonly text: string;
  readonly _result: Columns;
  /** Whether rows are collected; the driver decides it with each description. */
  _accumulateRows: boolean;
  /** Sends everything, up to the Sync. */
  prepare(connection: pg.Connection): void;
  handleRowDescription(message: unknown): void;
}

type QueryClass = new <Row extends object>(
  config: pg.QueryConfig,
  callback: (error: Error | undefined, result: pg.QueryResult<Row & pg.QueryResultRow>) => void,
) => Query;

/** By connection and name of a prepared statement. */
const known = new WeakMap<pg.Connection, Map<string, Columns>>();

/** EXECUTE, say, returns what another statement returns, which may be a different one by the next time. */
const KEEPS_COLUMNS = /^[\s(]*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/;

/**
 * A prepared statement whose rows PostgreSQL describes once for each connection. The driver has it describe them at
 * every execution and works out anew how to read them, which takes longer than reading a few. What is prepared never
 * returns other columns: PostgreSQL refuses to run it once it would ("cached plan must not change result type").
 */
export class DescribedOnce<Row extends object> extends (pg.Query as unknown as QueryClass)<Row> {
  #columns: Map<string, Columns> | undefined;

  override prepare(connection: pg.Connection): void {
    this.#columns = columnsOn(connection);
    const columns = this.#columns.get(this.name ?? '');
    if (columns === undefined) {
      super.prepare(connection);
      return;
    }
    Object.assign(this._result, columns);
    this._accumulateRows = true;
    super.prepare(withoutDescribe(connection));
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    if (!this.name || !KEEPS_COLUMNS.test(this.text)) return;
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#columns?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

function columnsOn(connection: pg.Connection): Map<string, Columns> {
  const columns = known.get(connection) ?? new Map<string, Columns>();
  known.set(connection, columns);
  return columns;
}

const quiet = new WeakMap<pg.Connection, pg.Connection>();

/** The same connection, except that it does not ask for descriptions. */
function withoutDescribe(connection: pg.Connection): pg.Connection {
  const found = quiet.get(connection);
  if (found !== undefined) return found;
  const made = Object.create(connection, { describe: { value: () => undefined } }) as pg.Connection;
  quiet.set(connection, made);
  return made;
}
