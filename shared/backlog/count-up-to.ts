import { COUNTED_UP_TO } from '../domain/open-count.js';

/** Reads one row more than is counted, in SQL: COUNTED_UP_TO + 1 rows stand for more than that. */
export const UP_TO = `LIMIT ${COUNTED_UP_TO + 1}`;

/** The number of rows that follow a FROM, in SQL: exact up to COUNTED_UP_TO, and one more than that beyond. */
export const countUpTo = (rows: string): string =>
  `(SELECT count(*)::int FROM (SELECT FROM ${rows} ${UP_TO}) AS counted)`;
