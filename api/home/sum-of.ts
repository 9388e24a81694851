/**
 * SQL for the sum of a column of the daily figures, 0 of none. As a float, which is exact far beyond what there is:
 * those of all clients together may exceed an integer, and a bigint comes as text.
 */
export const sumOf = (column: string): string => `coalesce(sum(${column}), 0)::float8 AS ${column}`;
