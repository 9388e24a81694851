/**
 * How far open work is counted. Beyond it the exact number tells nobody anything, and to count it would cost the more the
 * more is left to do, just when there is least to spare.
 */
export const COUNTED_UP_TO = 10_000;
