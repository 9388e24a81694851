import type { Sql } from '../../shared/db/database.js';
import type { ApiDeps } from '../deps.js';
import { type ApiError, unauthorized } from '../errors/catalogue.js';
import { type Challenge, type ChallengePurpose, readChallenge } from './challenge.js';

/** The challenge that somebody sent back before signing in. Throws the 401 of one that is not usable. */
export function demandChallenge(
  { config, history }: Pick<ApiDeps, 'config' | 'history'>,
  text: string,
  purpose: ChallengePurpose,
): Challenge {
  const challenge = readChallenge(config.jwtSecrets, text, purpose);
  // A database that went back in time may have forgotten that it was used.
  const from = history.sessionsFrom;
  // Tokens are stamped by the second.
  const earliest = from === undefined ? 0 : Math.floor(from.getTime() / 1_000) * 1_000;
  if (challenge === undefined || challenge.issuedAt.getTime() < earliest) throw deadChallenge();
  return challenge;
}

/** Uses a challenge up, in the transaction of what it was for. Throws a 401 when somebody did so before. */
export async function spendChallenge(sql: Sql, challenge: Challenge, userId: string): Promise<void> {
  if (!(await redeemChallenge(sql, challenge, userId))) throw deadChallenge();
}

/** The same for who says in words of its own that somebody did so before: false then. */
export async function redeemChallenge(
  sql: Sql,
  { jti, expiresAt }: Challenge,
  userId: string,
): Promise<boolean> {
  const spent = await sql.query(
    `INSERT INTO revoked_tokens (jti, user_id, expires_at) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING RETURNING jti`,
    [jti, userId, expiresAt],
  );
  return spent.length > 0;
}

export function deadChallenge(): ApiError {
  return unauthorized('The challenge has expired or was used. Sign in again from the start.');
}
