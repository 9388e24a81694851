import { type ColumnOptions, getMetadataArgsStorage } from 'typeorm';

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
