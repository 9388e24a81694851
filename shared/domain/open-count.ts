/**
 * Open work is counted up to this number. Beyond it the exact number tells nobody anything, and counting gets more
 * expensive the larger the backlog, just when there is least capacity to spare.
 */
export const COUNTED_UP_TO = 10_000;
