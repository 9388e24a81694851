/** Properties not named after their columns, which earlier releases named differently. */
export type RenamedProperty = 'enqueuedAt' | 'subjectCommitment';

/** The column of a property: `client_id` of `clientId`. */
type ColumnName<Property extends string> = Property extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnName<Rest>}`
  : Property;

/** Relations are optional properties rather than columns. */
type ColumnsOf<Entity> = {
  [Property in keyof Entity & string as Property extends RenamedProperty
    ? never
    : Record<never, never> extends Pick<Entity, Property>
      ? never
      : ColumnName<Property>]: Entity[Property];
};

/**
 * Columns of an entity's table with their names and types, for what an SQL statement reads or writes. A wrong column is
 * a compile error, and a test compares the entities with the tables.
 */
export type RowOf<Entity, Column extends keyof ColumnsOf<Entity> = keyof ColumnsOf<Entity>> = Pick<
  ColumnsOf<Entity>,
  Column
>;
