import { COUNTED_UP_TO } from '../domain/open-count.js';

/** SQL limit of one row more than is counted: COUNTED_UP_TO + 1 rows mean "more than that". */
export const UP_TO = `LIMIT ${COUNTED_UP_TO + 1}`;

/** SQL for the number of rows that follow a FROM: exact up to COUNTED_UP_TO, one more than that beyond. */
export const countUpTo = (rows: string): string =>
  `(SELECT count(*)::int FROM (SELECT FROM ${rows} ${UP_TO}) AS counted)`;
