/**
 * SQL condition that the API key `k` has not expired at a moment. Where it lets somebody in, that is
 * `neitherClockReached`: by PostgreSQL's clock alone, a key would live again when that goes back.
 */
export const unexpiredKey = (moment: string): string => `(k.expires_at IS NULL OR k.expires_at > ${moment})`;
