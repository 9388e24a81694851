import type { Sql, Transaction } from './database.js';

/** Column names with their PostgreSQL types, in the order in which they are written. */
export type Columns = Readonly<Record<string, string>>;
type Row<C extends Columns> = Readonly<Record<keyof C, unknown>>;

/**
 * Collects inserts and updates of many rows in several tables and sends them as one statement, so that a batch costs
 * one round trip however much it writes. Table and column names come only from our code; values are always bound, one
 * array per column, so the text of the statement depends only on the tables and is prepared once.
 */
export class BulkWrite {
  readonly #parts: string[] = [];
  readonly #values: unknown[][] = [];

  /** Inserts the rows; foreign keys between parts of one write are checked at its end. */
  insert<C extends Columns>(table: string, columns: C, rows: readonly Row<C>[]): this {
    if (rows.length === 0) return this;
    const names = Object.keys(columns).join(', ');
    this.#parts.push(`INSERT INTO ${table} (${names}) SELECT * FROM unnest(${this.#bind(columns, rows)})`);
    return this;
  }

  /** Updates one row per given row, matched by the key columns; `where` may narrow it further (compare-and-set). */
  update<K extends Columns, C extends Columns>(
    table: string,
    key: K,
    columns: C,
    rows: readonly (Row<K> & Row<C>)[],
    more: { set?: string; where?: string } = {},
  ): this {
    if (rows.length === 0) return this;
    const all = { ...key, ...columns };
    const assignments = Object.keys(columns).map((name) => `${name} = new.${name}`);
    if (more.set !== undefined) assignments.push(more.set);
    const conditions = Object.keys(key).map((name) => `old.${name} = new.${name}`);
    if (more.where !== undefined) conditions.push(more.where);
    this.#parts.push(
      `UPDATE ${table} AS old SET ${assignments.join(', ')} ` +
        `FROM unnest(${this.#bind(all, rows)}) AS new (${Object.keys(all).join(', ')}) ` +
        `WHERE ${conditions.join(' AND ')}`,
    );
    return this;
  }

  /** Sends everything as one statement; does nothing if there is nothing to write. */
  async run(sql: Sql): Promise<void> {
    if (this.#parts.length > 0) await sql.query(this.#text(), this.#values);
  }

  /** The same as the last statement of a transaction, with the commit pipelined after it. */
  async finish(sql: Transaction): Promise<void> {
    if (this.#parts.length > 0) await sql.finish(this.#text(), this.#values);
  }

  #text(): string {
    const parts = this.#parts.map((part, index) => `part_${index} AS (${part})`);
    return `WITH ${parts.join(', ')} SELECT 1 AS done`;
  }

  #bind(columns: Columns, rows: readonly Readonly<Record<string, unknown>>[]): string {
    return Object.entries(columns)
      .map(([name, type]) => {
        this.#values.push(rows.map((row) => row[name]));
        return `$${this.#values.length}::${type}[]`;
      })
      .join(', ');
  }
}
