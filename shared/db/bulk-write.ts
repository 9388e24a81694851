import type { Sql, Transaction } from './database.js';
import type { RowOf } from './row-of.js';
import { type ColumnOf, type EntityClass, tableOf } from './table-of.js';

/** Values as they are bound: what a jsonb column holds is sent as text. */
type Sent<Held> = Held extends null | string | number | boolean | Date | Buffer ? Held : string;
type Row<Entity, Column extends ColumnOf<Entity>> = {
  readonly [Name in Column]: Sent<RowOf<Entity>[Name]>;
};

/** Rows of one table, with the text that writes them from wherever the values come. */
interface Part {
  columns: readonly string[];
  types: ReadonlyMap<string, string>;
  rows: readonly Readonly<Record<string, unknown>>[];
  textFrom(values: string): string;
}

/**
 * Collects inserts and updates of many rows in several tables and sends them as one statement, so that a batch costs
 * one round trip however much it writes. Tables, columns and their types are those of the entities; values are always
 * bound, so the text of the statement depends only on the tables and on whether each of them has a single row, as for a
 * request that comes alone: PostgreSQL is given one value per column then, and otherwise one array per column, which it
 * first has to take apart. Both are prepared once.
 */
export class BulkWrite {
  readonly #parts: Part[] = [];

  /** Inserts the rows; foreign keys between parts of one write are checked at its end. */
  insert<Entity, Column extends ColumnOf<Entity>>(
    entity: EntityClass<Entity>,
    columns: readonly Column[],
    rows: readonly Row<Entity, Column>[],
  ): this {
    return this.#add(
      entity,
      columns,
      rows,
      (values) => `INSERT INTO ${tableOf(entity).name} (${columns.join(', ')}) SELECT * FROM ${values}`,
    );
  }

  /** Updates one row per given row, matched by the key column; `where` may narrow it further (compare-and-set). */
  update<Entity, Key extends ColumnOf<Entity>, Column extends ColumnOf<Entity>>(
    entity: EntityClass<Entity>,
    key: Key,
    columns: readonly Column[],
    rows: readonly Row<Entity, Key | Column>[],
    more: { set?: string; where?: string } = {},
  ): this {
    const assignments = columns.map((name) => `${name} = new.${name}`);
    if (more.set !== undefined) assignments.push(more.set);
    const conditions = [`old.${key} = new.${key}`];
    if (more.where !== undefined) conditions.push(more.where);
    return this.#add(
      entity,
      [key, ...columns],
      rows,
      (values) =>
        `UPDATE ${tableOf(entity).name} AS old SET ${assignments.join(', ')} FROM ${values} ` +
        `WHERE ${conditions.join(' AND ')}`,
    );
  }

  /** Sends everything as one statement; does nothing if there is nothing to write. */
  async run(sql: Sql): Promise<void> {
    if (this.#parts.length > 0) await sql.query(...this.#statement());
  }

  /** Sends everything as the last statement of a transaction, with the commit pipelined after it. */
  async finish(sql: Transaction): Promise<void> {
    if (this.#parts.length > 0) await sql.finish(...this.#statement());
  }

  #add<Entity, Column extends ColumnOf<Entity>>(
    entity: EntityClass<Entity>,
    columns: readonly Column[],
    rows: readonly Row<Entity, Column>[],
    textFrom: Part['textFrom'],
  ): this {
    if (rows.length > 0) this.#parts.push({ columns, types: tableOf(entity).types, rows, textFrom });
    return this;
  }

  #statement(): [text: string, values: unknown[]] {
    const values: unknown[] = [];
    const single = this.#parts.every(({ rows }) => rows.length === 1);
    const parts = this.#parts.map((part, index) => {
      const bound = bind(part, single, values).join(', ');
      const from = single ? `(VALUES (${bound}))` : `unnest(${bound})`;
      return `part_${index} AS (${part.textFrom(`${from} AS new (${part.columns.join(', ')})`)})`;
    });
    return [`WITH ${parts.join(', ')} SELECT 1 AS done`, values];
  }
}

/** Adds the values of a part to those of the statement and returns what stands for them in its text. */
function bind({ columns, types, rows }: Part, single: boolean, values: unknown[]): string[] {
  return columns.map((name) => {
    values.push(single ? rows[0]?.[name] : rows.map((row) => row[name]));
    return `$${values.length}::${types.get(name)}${single ? '' : '[]'}`;
  });
}
