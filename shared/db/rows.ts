import {
  DataSource,
  type EntityTarget,
  type FindManyOptions,
  type FindOptionsWhere,
  type ObjectLiteral,
} from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';
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

/** The part of a TypeORM repository that reads with one statement and returns only the requested columns. */
export interface Rows<Entity> {
  find<Column extends keyof Entity>(wanted: Wanted<Entity, Column>): Promise<Pick<Entity, Column>[]>;
  findOne<Column extends keyof Entity>(wanted: Wanted<Entity, Column>): Promise<Pick<Entity, Column> | null>;
  countBy(where: FindOptionsWhere<Entity>): Promise<number>;
}

/**
 * Returns the table of an entity, read in the scope and transaction of these statements. For reads that are rare and
 * simple. Statements that lock, compare before writing, join, or are benchmarked are SQL: there every word decides what
 * is locked and which index is used.
 */
export function rowsOf<Entity extends ObjectLiteral>(sql: Sql, entity: EntityTarget<Entity>): Rows<Entity> {
  const repository = async () => {
    const tables = await loadTables();
    return tables.createEntityManager(new StatementRunner(tables, sql)).getRepository(entity);
  };
  return {
    find: async (wanted) => (await repository()).find(wanted as FindManyOptions<Entity>),
    findOne: async (wanted) => (await repository()).findOne(wanted as FindManyOptions<Entity>),
    countBy: async (where) => (await repository()).countBy(where),
  };
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
