import {
  DataSource,
  type EntityTarget,
  type FindManyOptions,
  type FindOptionsWhere,
  type ObjectLiteral,
} from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import { QueryResult } from 'typeorm/query-runner/QueryResult.js';
import type { Sql } from './database.js';
import * as entities from './entities/index.js';

/** The filter, and the columns to read: a secret is only read by naming it. */
type Wanted<Entity, Column extends keyof Entity> = Pick<
  FindManyOptions<Entity>,
  'where' | 'order' | 'take'
> & {
  select: Readonly<Record<Column, true>>;
};

/** Values by column; a function returns SQL instead, such as `() => 'now()'` for PostgreSQL's clock. */
type Values<Entity> = { readonly [Column in keyof Entity]?: Value<Entity[Column]> | (() => string) };
type Value<Held> = Held extends readonly (infer Item)[] ? readonly Item[] : Held;

/** The part of a TypeORM repository that needs one statement and touches only the columns that are named. */
export interface Rows<Entity> {
  find<Column extends keyof Entity>(wanted: Wanted<Entity, Column>): Promise<Pick<Entity, Column>[]>;
  findOne<Column extends keyof Entity>(wanted: Wanted<Entity, Column>): Promise<Pick<Entity, Column> | null>;
  countBy(where: FindOptionsWhere<Entity>): Promise<number>;
  /** Columns without a value get their defaults. */
  insert(row: Values<Entity>): Promise<void>;
  /** Returns how many rows have changed. */
  update(where: FindOptionsWhere<Entity>, values: Values<Entity>): Promise<number>;
  /** Returns how many rows are gone. */
  delete(where: FindOptionsWhere<Entity>): Promise<number>;
}

/**
 * Returns the table of an entity, read and written in the scope and transaction of these statements. For statements
 * that are rare and simple. Those that lock, resolve conflicts, compare columns with each other, join, or are
 * benchmarked are SQL: there every word decides what is locked and which index is used.
 */
export function rowsOf<Entity extends ObjectLiteral>(sql: Sql, entity: EntityTarget<Entity>): Rows<Entity> {
  const repository = async () => {
    const tables = await loadTables();
    return tables.createEntityManager(new StatementRunner(tables, sql)).getRepository(entity);
  };
  const write = async () => (await repository()).createQueryBuilder();
  return {
    find: async (wanted) => (await repository()).find(wanted as FindManyOptions<Entity>),
    findOne: async (wanted) => (await repository()).findOne(wanted as FindManyOptions<Entity>),
    countBy: async (where) => (await repository()).countBy(where),
    insert: async (row) => {
      // Only these columns, so that the next release can drop another while this one runs.
      const insert = (await write()).insert().into(entity, Object.keys(row));
      await insert
        .values(row as QueryDeepPartialEntity<Entity>)
        .updateEntity(false)
        .execute();
    },
    update: async (where, values) => {
      const update = (await write()).update().set(values as QueryDeepPartialEntity<Entity>);
      return countOf(await update.where(limited(where)).updateEntity(false).returning(COUNTED).execute());
    },
    delete: async (where) =>
      countOf(await (await write()).delete().where(limited(where)).returning(COUNTED).execute()),
  };
}

/** What a written row returns: nothing of it, so that it need not be readable. */
const COUNTED = 'true';

function countOf({ raw }: { raw: unknown[] }): number {
  return raw.length;
}

/** A filter that limits something: without a value TypeORM would leave a column out, and write every row. */
function limited<Where extends object>(where: Where): Where {
  const values = Object.values(where);
  if (values.length === 0 || values.some((value) => value === undefined || value === null)) {
    throw new Error('Bug: a filter without a value');
  }
  return where;
}

/** Sends TypeORM's statements as ours rather than on a connection of its own, which would have no scope. */
class StatementRunner extends PostgresQueryRunner {
  constructor(
    tables: DataSource,
    private readonly statements: Sql,
  ) {
    super(tables.driver as PostgresDriver, 'master');
  }

  override async query<Result>(text: string, values?: unknown[], structured?: boolean): Promise<Result> {
    const rows = await this.statements.query(text, values);
    const result =
      structured === true ? Object.assign(new QueryResult(), { records: rows, raw: rows }) : rows;
    return result as Result;
  }
}

/** Knows the entities and is never connected. */
class Tables extends DataSource {
  static async load(): Promise<Tables> {
    const tables = new Tables({ type: 'postgres', entities: Object.values(entities) });
    await tables.buildMetadatas();
    return tables;
  }
}

let loaded: Promise<DataSource> | undefined;

function loadTables(): Promise<DataSource> {
  loaded ??= Tables.load();
  return loaded;
}
