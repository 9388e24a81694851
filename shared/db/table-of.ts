import { type ColumnOptions, getMetadataArgsStorage } from 'typeorm';
import type { RowOf } from './row-of.js';

/** An entity's class. */
export type EntityClass<Entity> = new () => Entity;
/** The name of a column of an entity's table. */
export type ColumnOf<Entity> = keyof RowOf<Entity> & string;

/** The table of an entity, with the PostgreSQL types of its columns in the order of the entity. */
interface Table {
  name: string;
  types: ReadonlyMap<string, string>;
}

const tables = new WeakMap<object, Table>();

/** Returns the table of an entity as its decorators define it, without a data source. */
export function tableOf(entity: { name: string }): Table {
  const known = tables.get(entity);
  if (known !== undefined) return known;
  const { tables: defined, columns } = getMetadataArgsStorage();
  const name = defined.find(({ target }) => target === entity)?.name;
  if (name === undefined) throw new Error(`Bug: ${entity.name} does not name its table`);
  const own = columns.filter(({ target }) => target === entity);
  const table = {
    name,
    types: new Map(own.map(({ propertyName, options }) => [options.name ?? propertyName, typeOf(options)])),
  };
  tables.set(entity, table);
  return table;
}

/** Lengths and precisions belong to the column: values are sent as text and checked when they are stored. */
function typeOf({ type, array }: ColumnOptions): string {
  const name = type === 'varchar' ? 'text' : String(type);
  return array === true ? `${name}[]` : name;
}

/**
 * Returns the columns of an entity's table, except those that are left to their defaults. A row then has to state every
 * other column, so whoever adds one decides here whether the row states it too.
 */
export function columnsOf<Entity, Left extends ColumnOf<Entity> = never>(
  entity: EntityClass<Entity>,
  { except = [] }: { except?: readonly Left[] } = {},
): readonly Exclude<ColumnOf<Entity>, Left>[] {
  const left = new Set<string>(except);
  return [...tableOf(entity).types.keys()].filter(
    (name): name is Exclude<ColumnOf<Entity>, Left> => !left.has(name),
  );
}
