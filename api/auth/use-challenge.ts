import type { Sql } from '../../shared/db/database.js';
import type { ApiDeps } from '../deps.js';
import { type ApiError, unauthorized } from '../errors/catalogue.js';
import { type Challenge, type ChallengePurpose, readChallenge } from './challenge.js';

/** Returns a challenge sent back before sign-in. Throws a 401 if it is unusable. */
export function requireChallenge(
  { config, history }: Pick<ApiDeps, 'config' | 'history'>,
  text: string,
  purpose: ChallengePurpose,
): Challenge {
  const challenge = readChallenge(config.jwtSecrets, text, purpose);
  // A database that went back in time may have forgotten that it was used.
  const from = history.sessionsFrom;
  // Tokens are stamped to the second.
  const earliest = from === undefined ? 0 : Math.floor(from.getTime() / 1_000) * 1_000;
  if (challenge === undefined || challenge.issuedAt.getTime() < earliest) throw deadChallenge();
  return challenge;
}

/** Uses up a challenge in the transaction of what it was for. Throws a 401 if it was used before. */
export async function spendChallenge(sql: Sql, challenge: Challenge, userId: string): Promise<void> {
  if (!(await redeemChallenge(sql, challenge, userId))) throw deadChallenge();
}

/**
 * Uses up a challenge like `spendChallenge`, for callers with a message of their own: resolves to false if it was used
 * before.
 */
export async function redeemChallenge(
  sql: Sql,
  { jti, expiresAt }: Pick<Challenge, 'jti' | 'expiresAt'>,
  userId: string,
): Promise<boolean> {
  const spent = await sql.query(
    `INSERT INTO revoked_tokens (jti, user_id, expires_at) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING RETURNING jti`,
    [jti, userId, expiresAt],
  );
  return spent.length > 0;
}

/** The refusal of a challenge that has expired or was used: the same for both, so that nobody learns which. */
export function deadChallenge(): ApiError {
  return unauthorized('The challenge has expired or was used. Sign in again from the start.');
}
