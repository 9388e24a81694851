import { TAKEN_FOR_MINUTES } from '../domain/review.js';

/**
 * Whether somebody holds the case of a row of `reviews`, in SQL. A case that is held for longer than anybody can take
 * one was taken by a clock that was wrong, and is held by nobody; the minute is for the time between two statements.
 */
export const isHeld = (reviews: string): string =>
  `(${reviews}.taken_until > now() AND ${reviews}.taken_until < now() + interval '${TAKEN_FOR_MINUTES + 1} minutes')`;
