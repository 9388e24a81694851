import type { ColumnOptions } from 'typeorm';

/**
 * Timestamps are stored to the millisecond, which is what the wire shows and JavaScript can represent: a filter on a
 * displayed timestamp then matches the stored one exactly.
 */
export const moment = { type: 'timestamptz', precision: 3 } as const satisfies ColumnOptions;

/** When the row was written, by the database's clock: the clocks of processes may differ. */
export const createdAt = {
  ...moment,
  name: 'created_at',
  default: () => 'now()',
} as const satisfies ColumnOptions;

/** The condition that a column contains one of these words. */
export function isOneOf(column: string, words: readonly string[]): string {
  return `${column} IN (${words.map((word) => `'${word}'`).join(', ')})`;
}
