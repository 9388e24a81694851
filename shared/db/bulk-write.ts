import type { Sql, Transaction } from './database.js';
import type { RowOf } from './row-of.js';
import { type ColumnOf, type EntityClass, tableOf } from './table-of.js';

/** Values as they are bound: what a jsonb column holds is sent as text. */
type Sent<Held> = Held extends null | string | number | boolean | Date | Buffer ? Held : string;
type Row<Entity, Column extends ColumnOf<Entity>> = {
  readonly [Name in Column]: Sent<RowOf<Entity>[Name]>;
};

/**
 * Collects inserts and updates of many rows in several tables and sends them as one statement, so that a batch costs
 * one round trip however much it writes. Tables, columns and their types are those of the entities; values are always
 * bound, one array per column, so the text of the statement depends only on the tables and is prepared once.
 */
export class BulkWrite {
  readonly #parts: string[] = [];
  readonly #values: unknown[][] = [];

  /** Inserts the rows; foreign keys between parts of one write are checked at its end. */
  insert<Entity, Column extends ColumnOf<Entity>>(
    entity: EntityClass<Entity>,
    columns: readonly Column[],
    rows: readonly Row<Entity, Column>[],
  ): this {
    if (rows.length === 0) return this;
    this.#parts.push(
      `INSERT INTO ${tableOf(entity).name} (${columns.join(', ')}) ` +
        `SELECT * FROM unnest(${this.#bind(entity, columns, rows)})`,
    );
    return this;
  }

  /** Updates one row per given row, matched by the key column; `where` may narrow it further (compare-and-set). */
  update<Entity, Key extends ColumnOf<Entity>, Column extends ColumnOf<Entity>>(
    entity: EntityClass<Entity>,
    key: Key,
    columns: readonly Column[],
    rows: readonly Row<Entity, Key | Column>[],
    more: { set?: string; where?: string } = {},
  ): this {
    if (rows.length === 0) return this;
    const all = [key, ...columns];
    const assignments = columns.map((name) => `${name} = new.${name}`);
    if (more.set !== undefined) assignments.push(more.set);
    const conditions = [`old.${key} = new.${key}`];
    if (more.where !== undefined) conditions.push(more.where);
    this.#parts.push(
      `UPDATE ${tableOf(entity).name} AS old SET ${assignments.join(', ')} ` +
        `FROM unnest(${this.#bind(entity, all, rows)}) AS new (${all.join(', ')}) ` +
        `WHERE ${conditions.join(' AND ')}`,
    );
    return this;
  }

  /** Sends everything as one statement; does nothing if there is nothing to write. */
  async run(sql: Sql): Promise<void> {
    if (this.#parts.length > 0) await sql.query(this.#text(), this.#values);
  }

  /** Sends everything as the last statement of a transaction, with the commit pipelined after it. */
  async finish(sql: Transaction): Promise<void> {
    if (this.#parts.length > 0) await sql.finish(this.#text(), this.#values);
  }

  #text(): string {
    const parts = this.#parts.map((part, index) => `part_${index} AS (${part})`);
    return `WITH ${parts.join(', ')} SELECT 1 AS done`;
  }

  #bind<Entity, Column extends ColumnOf<Entity>>(
    entity: EntityClass<Entity>,
    columns: readonly Column[],
    rows: readonly Row<Entity, Column>[],
  ): string {
    const { types } = tableOf(entity);
    return columns
      .map((name) => {
        this.#values.push(rows.map((row) => row[name]));
        return `$${this.#values.length}::${types.get(name)}[]`;
      })
      .join(', ');
  }
}
