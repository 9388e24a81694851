/** Properties not named after their columns, which earlier releases named differently. */
export interface RenamedProperties {
  enqueuedAt: 'rung_at';
  subjectCommitment: 'subject_hash';
}

/** The column of a property: `client_id` of `clientId`. */
type ColumnName<Property extends string> = Property extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnName<Rest>}`
  : Property;

/** Relations are optional properties rather than columns. */
type ColumnsOf<Entity> = {
  [Property in keyof Entity & string as Record<never, never> extends Pick<Entity, Property>
    ? never
    : Property extends keyof RenamedProperties
      ? RenamedProperties[Property]
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
