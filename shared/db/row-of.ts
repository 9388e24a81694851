/** Properties that are not called like their columns, which releases before had named otherwise. */
export type RenamedProperty = 'enqueuedAt' | 'subjectCommitment';

/** The column of a property: `client_id` of `clientId`. */
type ColumnName<Property extends string> = Property extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnName<Rest>}`
  : Property;

/** Relations are optional properties, and no columns. */
type ColumnsOf<Entity> = {
  [Property in keyof Entity & string as Property extends RenamedProperty
    ? never
    : Record<never, never> extends Pick<Entity, Property>
      ? never
      : ColumnName<Property>]: Entity[Property];
};

/**
 * Columns of an entity's table under their names and with their types, as a statement in SQL reads or writes them. What is
 * wrong about a column here is a compile error, and the entities are compared with the tables by a test.
 */
export type RowOf<Entity, Column extends keyof ColumnsOf<Entity> = keyof ColumnsOf<Entity>> = Pick<
  ColumnsOf<Entity>,
  Column
>;
