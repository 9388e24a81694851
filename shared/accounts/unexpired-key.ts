import { neitherClockReached } from '../db/clocks.js';

/**
 * SQL condition that the API key `k` has not expired by either clock: by PostgreSQL's alone, a key would live again when
 * that goes back. `place` is where the process's own time is bound, for example `$1`.
 */
export const unexpiredKey = (place: string): string =>
  `(k.expires_at IS NULL OR k.expires_at > ${neitherClockReached(place)})`;
