import { TAKEN_FOR_MINUTES } from '../domain/review.js';

/**
 * Whether someone holds the case of a row of `reviews`, in SQL. A case held for longer than anyone can take one was
 * stamped by a wrong clock, and counts as free; the extra minute allows for the time between two statements.
 */
export const isHeld = (reviews: string): string =>
  `(${reviews}.taken_until > now() AND ${reviews}.taken_until < now() + interval '${TAKEN_FOR_MINUTES + 1} minutes')`;
